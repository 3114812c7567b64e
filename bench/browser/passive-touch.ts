/**
 * Touches as on a phone that nobody drives. Playwright listens to touches so that it could prevent them; while a listener may do that, the
 * browser keeps timers, imports and answers of the network back for 100 ms after each touch, and the page with them.
 */
import type { CDPSession } from 'playwright-core';

const TOUCH = /^touch(start|move)$/;

/** Takes away, in this document, whatever listens to touches on the window and may prevent them; the page's own has to say so. */
export async function letTouchesPass(hand: CDPSession): Promise<void> {
  const contextIds: number[] = [];
  const note = ({ context }: { context: { id: number } }) => contextIds.push(context.id);
  hand.on('Runtime.executionContextCreated', note);
  // It tells of those that are there.
  await hand.send('Runtime.enable');
  await hand.send('Runtime.disable');
  hand.off('Runtime.executionContextCreated', note);
  for (const contextId of contextIds) await letPassIn(hand, contextId);
}

/** A listener is known only in the world of scripts that added it: the page's, or that of whoever drives it. */
async function letPassIn(hand: CDPSession, contextId: number): Promise<void> {
  // Without a group the listeners' functions are not told.
  const { result: view } = await hand.send('Runtime.evaluate', {
    expression: 'window',
    contextId,
    objectGroup: 'touch',
  });
  if (view.objectId === undefined) return;
  const { listeners } = await hand.send('DOMDebugger.getEventListeners', { objectId: view.objectId });
  for (const { type, passive, useCapture, handler } of listeners) {
    if (passive || !TOUCH.test(type) || handler?.objectId === undefined) continue;
    await hand.send('Runtime.callFunctionOn', {
      objectId: view.objectId,
      functionDeclaration:
        'function (type, handler, capture) { this.removeEventListener(type, handler, capture); }',
      arguments: [{ value: type }, { objectId: handler.objectId }, { value: useCapture }],
    });
  }
}
