/** What a page brings over the wire, as the browser itself counts it. */
import type { Page } from 'playwright-core';
import { vi } from 'vitest';

/** Nothing comes for so long where nothing comes any more. */
const QUIET_MS = 1_000;
/** The icon of the window: some browsers without windows ask for it, and some do not. */
const ICON = /^\/favicon/;

/** What was asked for once, and what came. */
export type Sent = {
  /** As Chromium names kinds: `Document`, `Stylesheet`, `Font`, `Script`, `Image`, `Fetch`. */
  readonly kind: string;
  readonly path: string;
  headBytes: number;
  /** As it was compressed; 0 until all of it is there. */
  bodyBytes: number;
};

/**
 * Everything that a page asks for from now on. The bytes are Chromium's own count of what came: what it tells the page (`transferSize`)
 * has 300 of them for every head, while ours have 450 to 1,200.
 */
export async function watchWire(page: Page) {
  const asked = new Map<string, Sent>();
  const open = new Set<string>();
  let movedAtMs = Date.now();
  const end = (requestId: string) => {
    open.delete(requestId);
    movedAtMs = Date.now();
  };
  const session = await page.context().newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ requestId, request, type: kind = 'Other' }) => {
    const { pathname: path } = new URL(request.url);
    if (ICON.test(path)) return;
    asked.set(requestId, { kind, path, headBytes: 0, bodyBytes: 0 });
    open.add(requestId);
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const sent = asked.get(requestId);
    if (sent !== undefined) sent.headBytes = response.encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const sent = asked.get(requestId);
    if (sent !== undefined) sent.bodyBytes = encodedDataLength - sent.headBytes;
    end(requestId);
  });
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId));
  await session.send('Network.enable');
  return {
    sent: (): readonly Sent[] => [...asked.values()],
    /** Waits until nothing comes any more. */
    untilQuiet: () =>
      vi.waitUntil(() => open.size === 0 && Date.now() - movedAtMs > QUIET_MS, { timeout: 20_000 }),
  };
}
