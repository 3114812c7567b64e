/**
 * Touches as on a phone that nobody drives. Playwright listens to touches so that it could prevent them; while a listener may do that, the
 * browser keeps timers, imports and answers of the network back for 100 ms after each touch, and the page with them.
 */
import type { CDPSession } from 'playwright-core';

const GROUP = 'listeners to touches';
const TOUCH = /^touch(start|move)$/;

/** Takes away, in this document, what Playwright listens with. What the page listens with stays, and counts. */
export async function letTouchesPass(hand: CDPSession): Promise<void> {
  const worldIds: number[] = [];
  const note = ({
    context: { id, auxData },
  }: {
    context: { id: number; auxData?: { isDefault?: boolean } };
  }) => {
    if (auxData?.isDefault === false) worldIds.push(id);
  };
  hand.on('Runtime.executionContextCreated', note);
  // It tells of those that are there.
  await hand.send('Runtime.enable');
  await hand.send('Runtime.disable');
  hand.off('Runtime.executionContextCreated', note);
  for (const worldId of worldIds) await letPassIn(hand, worldId);
}

/** A listener is known only in the world of scripts that added it; the page's own is another one. */
async function letPassIn(hand: CDPSession, contextId: number): Promise<void> {
  // Without a group the listeners' functions are not told.
  const { result: view } = await hand.send('Runtime.evaluate', {
    expression: 'window',
    contextId,
    objectGroup: GROUP,
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
  await hand.send('Runtime.releaseObjectGroup', { objectGroup: GROUP });
}
