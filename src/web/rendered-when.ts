/**
 * Nothing in a page says when it was rendered, so it is the same bytes until what it shows is something else, and a browser
 * that has it is sent nothing. The browser asks whether its page still holds before it shows it, so what came with one is as
 * old as its load, by the reader's own clock, which may be another one than the shop's. Only on the way back it does not ask.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { PageText } from './page-text.ts';

/** What the server asked the shop for while it rendered, as one text. */
export function answersOf(queryClient: QueryClient): string {
  const answered = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success');
  return JSON.stringify(answered.map(({ queryKey, state }) => [queryKey, state.data]));
}

/** Has those answers in the browser: as fetched just now, or to be fetched anew where the page may be of long ago. */
export function haveAnswers(queryClient: QueryClient, answers: string): void {
  const updatedAt = isFromBefore() ? 0 : Date.now();
  for (const [queryKey, data] of JSON.parse(answers)) queryClient.setQueryData(queryKey, data, { updatedAt });
}

/** Whether the browser had the page and did not ask whether it still holds, as on the way back or in a tab that is opened again. */
function isFromBefore(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (
    navigation instanceof PerformanceNavigationTiming &&
    (navigation.type === 'back_forward' || navigation.transferSize === 0)
  );
}

/** Of each part of a page, as the router writes it: its name, and when its data was loaded. What others wrote has its quotes escaped. */
const LOADED_AT = /(\{i:"[^"]*",u:)\d+/g;

/** The page with the moment at which its script runs in place of when its parts were loaded. */
export const loadedNow = ({ scripts, ...page }: PageText): PageText => ({
  ...page,
  scripts: scripts.replaceAll(LOADED_AT, '$1Date.now()'),
});
