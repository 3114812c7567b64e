/**
 * The window in which somebody signs in with Google.
 *
 * It is watched and not spoken to: when it comes back to the shop, its address has what Google said. So its last page
 * needs no script, and nothing that it says has to be believed.
 */
import { SignInProblem } from './sign-in-problem.ts';

/** The part of a browser's window that is used. `href` throws while the window is at another site. */
export type WatchedWindow = {
  readonly closed: boolean;
  readonly href: () => string;
  leadTo(url: string): void;
  close(): void;
};

export type WindowDeps = {
  /** Opens an empty window; null where the browser does not let it. */
  readonly open: () => WatchedWindow | null;
  /** Where the window comes back to. */
  readonly returnUrl: string;
  readonly nowMs: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
};

export type GoogleWindow = {
  leadTo(url: string): void;
  /**
   * What the window comes back with.
   *
   * @throws SignInProblem where it is closed before, or does not come back in time
   */
  comesBack(): Promise<URLSearchParams>;
  close(): void;
};

const LOOK_EVERY_MS = 150;
/** A little less than the server keeps a sign-in for. */
const PATIENCE_MS = 9 * 60_000;

/**
 * Opens the window, at once.
 *
 * @throws SignInProblem where the browser does not let it
 */
export function openGoogleWindow(deps: WindowDeps): GoogleWindow {
  const opened = deps.open();
  if (opened === null || opened.closed) {
    throw new SignInProblem(
      'Your browser did not open the window for Google. Allow this shop to open windows, and try again.',
    );
  }
  const end = (message: string): never => {
    opened.close();
    throw new SignInProblem(message);
  };
  return {
    leadTo(url) {
      if (!opened.closed) opened.leadTo(url);
    },
    async comesBack() {
      const untilMs = deps.nowMs() + PATIENCE_MS;
      for (;;) {
        const back = answerOf(opened, deps.returnUrl);
        if (back !== null) return back;
        if (opened.closed) end('The window of Google was closed before the sign-in was done.');
        if (deps.nowMs() >= untilMs) end('Signing in with Google took too long. Please try again.');
        await deps.wait(LOOK_EVERY_MS);
      }
    },
    close: () => opened.close(),
  };
}

function answerOf(opened: WatchedWindow, returnUrl: string): URLSearchParams | null {
  try {
    const address = new URL(opened.href());
    return address.origin + address.pathname === returnUrl ? address.searchParams : null;
  } catch {
    return null;
  }
}

const WIDTH = 500;
const HEIGHT = 640;

/** A browser's own window. `returnPath` begins with a slash. */
export function browserWindows(returnPath: string): WindowDeps {
  return {
    open() {
      const left = Math.max(0, window.screenX + (window.outerWidth - WIDTH) / 2);
      const top = Math.max(0, window.screenY + (window.outerHeight - HEIGHT) / 2);
      const opened = window.open(
        'about:blank',
        '_blank',
        `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`,
      );
      if (opened === null) return null;
      opened.document.title = 'Google';
      opened.document.documentElement.style.colorScheme = 'light dark';
      opened.document.body.textContent = 'One moment: this window goes on to Google.';
      return {
        get closed() {
          return opened.closed;
        },
        href: () => opened.location.href,
        leadTo: (url) => opened.location.replace(url),
        close: () => opened.close(),
      };
    },
    returnUrl: `${window.location.origin}${returnPath}`,
    nowMs: () => performance.now(),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}
