import { describe, expect, test } from 'vitest';
import {
  openGoogleWindow,
  type WatchedWindow,
  type WindowDeps,
} from '#web/features/identity/google-window.ts';
import { SignInProblem } from '#web/features/identity/sign-in-problem.ts';

const RETURN_URL = 'https://parts.example/api/auth/callback/google';

/** A window that is somewhere, and a clock that moves with each wait. */
function openWorld() {
  const world = { closed: false, href: 'about:blank', nowMs: 0, waits: 0, lead: [] as string[] };
  const opened: WatchedWindow = {
    get closed() {
      return world.closed;
    },
    href() {
      // As a browser does while the window is at another site.
      if (world.href.startsWith('https://accounts.')) throw new DOMException('Blocked', 'SecurityError');
      return world.href;
    },
    leadTo: (url) => void world.lead.push(url),
    close: () => {
      world.closed = true;
    },
  };
  let then: (() => void) | undefined;
  const deps: WindowDeps = {
    open: () => opened,
    returnUrl: RETURN_URL,
    nowMs: () => world.nowMs,
    async wait(milliseconds) {
      world.waits += 1;
      world.nowMs += milliseconds;
      if (world.waits === 3) then?.();
    },
  };
  return {
    world,
    deps,
    /** What happens after a while. */
    later: (work: () => void) => {
      then = work;
    },
  };
}

describe('the window of Google', () => {
  test('is believed when it is back at the shop, and nowhere else', async () => {
    const { world, deps, later } = openWorld();
    const opened = openGoogleWindow(deps);
    opened.leadTo('https://accounts.google.test/auth');
    expect(world.lead).toEqual(['https://accounts.google.test/auth']);
    world.href = 'https://accounts.google.test/auth?code=theirs';
    later(() => {
      world.href = `${RETURN_URL}?code=mine&state=s`;
    });
    expect(Object.fromEntries(await opened.comesBack())).toEqual({ code: 'mine', state: 's' });
    expect(world.waits).toBe(3);
  });

  test.each([
    'https://parts.example/api/auth/callback/google/else?code=1',
    'https://parts.example.bad.example/api/auth/callback/google?code=1',
    'http://parts.example/api/auth/callback/google?code=1',
    'https://parts.example/login?code=1',
  ])('is not back at %s', async (href) => {
    const { world, deps } = openWorld();
    const opened = openGoogleWindow(deps);
    world.href = href;
    await expect(opened.comesBack()).rejects.toThrow('took too long');
  });

  test('that is closed says so', async () => {
    const { world, deps, later } = openWorld();
    const opened = openGoogleWindow(deps);
    later(() => {
      world.closed = true;
    });
    await expect(opened.comesBack()).rejects.toThrow('closed before the sign-in was done');
  });

  test('that comes back in the moment in which it closes counts', async () => {
    const { world, deps } = openWorld();
    const opened = openGoogleWindow(deps);
    world.href = `${RETURN_URL}?code=mine`;
    world.closed = true;
    expect((await opened.comesBack()).get('code')).toBe('mine');
  });

  test('is given up, and closed, before the server forgets the sign-in', async () => {
    const { world, deps } = openWorld();
    const opened = openGoogleWindow(deps);
    await expect(opened.comesBack()).rejects.toThrow(SignInProblem);
    expect(world.closed).toBe(true);
    expect(world.nowMs).toBeGreaterThan(5 * 60_000);
    expect(world.nowMs).toBeLessThan(10 * 60_000);
  });

  test.each([
    ['no window', () => null],
    [
      'one that is closed at once',
      (): WatchedWindow => ({ closed: true, href: () => '', leadTo: () => {}, close: () => {} }),
    ],
  ])('that the browser blocks (%s) says so', (_, open) => {
    expect(() => openGoogleWindow({ ...openWorld().deps, open })).toThrow(/did not open the window/);
  });
});
