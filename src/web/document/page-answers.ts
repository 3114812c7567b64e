/**
 * What the server asked the shop for while it rendered comes with the page as data, not as script: no policy has to allow it by its
 * hash, and it stands in the page as the JSON that it is.
 */
import type { QueryClient } from '@tanstack/react-query';
import { jsonWithStock } from '#contract/units-for-sale.ts';
import { renderingSecret } from './rendering-secret.ts';
import { jsonMark } from './stock-slots.ts';

/** Of the block that has them, which stands in front of every script that may want it. */
export const ANSWERS_ID = 'answers';
const NO_ANSWERS = '[]';

/** What stands in that block. Nothing in it can end it: JSON has that sign in texts alone. */
export function answersOf(queryClient: QueryClient): string {
  const answered = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success');
  const secret = renderingSecret();
  const json = jsonWithStock(
    answered.map(({ queryKey, state }) => [queryKey, state.data]),
    (partId, stock) => (secret === '' ? stock : jsonMark(secret, partId, stock)),
  );
  return json.replaceAll('<', '\\u003c');
}

/**
 * Has those answers in the browser: as fetched just now, or to be fetched anew where the page may be of long ago. The browser asks
 * whether its page still holds before it shows it, so what came with one is as old as its load, by the reader's own clock, which
 * may be another one than the shop's. Only on the way back it does not ask.
 */
export function haveAnswers(queryClient: QueryClient): void {
  const updatedAt = isFromBefore() ? 0 : Date.now();
  const json = document.getElementById(ANSWERS_ID)?.textContent ?? NO_ANSWERS;
  for (const [queryKey, data] of JSON.parse(json)) queryClient.setQueryData(queryKey, data, { updatedAt });
}

/** Whether the browser had the page and did not ask whether it still holds, as on the way back or in a tab that is opened again. */
function isFromBefore(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (
    navigation instanceof PerformanceNavigationTiming &&
    (navigation.type === 'back_forward' || navigation.transferSize === 0)
  );
}
