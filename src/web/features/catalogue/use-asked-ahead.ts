/**
 * A finger points at nothing before it touches. So where there is no pointer, what links lead to that rest on the screen is asked
 * for, and is there when one of them is touched.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { ASIDE } from '#web/navigation/off-screen.ts';
import { pageAt } from './page-at.ts';
import { partByNumberQuery, searchQuery } from './queries.ts';
import type { CataloguePage } from './shown-page.ts';

/** What has not moved so long is looked at. */
const REST_MS = 250;
/** What brings something else onto the screen; a click may unfold it. */
const MOVES = ['scroll', 'click'];

/**
 * Has the lists and parts asked for that links in an element lead to, of those links that come to rest on the screen; nothing before
 * the reader has touched the page, whose first load stays as light as it is.
 */
export function useAskedAhead(box: RefObject<Element | null>): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isWorthAsking()) return undefined;
    let isOver = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      isOver = new AbortController();
      const pages = linksOnScreen(box.current).map((link) => pageAt(router, link));
      void askOneByOne(queryClient, pages, isOver.signal);
    };
    const stop = () => {
      isOver.abort();
      clearTimeout(timer);
    };
    const move = () => {
      stop();
      timer = setTimeout(ask, REST_MS);
    };
    for (const kind of MOVES) addEventListener(kind, move, { passive: true });
    return () => {
      stop();
      for (const kind of MOVES) removeEventListener(kind, move);
    };
  }, [box, router, queryClient]);
}

/** Where nothing hovers, unless the reader saves data. */
function isWorthAsking(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return matchMedia('(hover: none)').matches && connection?.saveData !== true;
}

function linksOnScreen(box: Element | null): HTMLAnchorElement[] {
  // To measure what is laid aside would have it laid out.
  if (box === null || box.closest(ASIDE) !== null || !box.checkVisibility()) return [];
  return [...box.querySelectorAll('a')].filter((link) => {
    const { top, bottom } = link.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && link.checkVisibility();
  });
}

/** One after another: what the reader asks for meanwhile waits for one at most. What fails is asked for when it is wanted. */
async function askOneByOne(
  queryClient: QueryClient,
  pages: readonly CataloguePage[],
  signal: AbortSignal,
): Promise<void> {
  for (const { list, part } of pages) {
    if (signal.aborted) return;
    if (list !== undefined) await queryClient.prefetchQuery({ ...searchQuery(list), retry: false });
    if (part !== undefined) {
      const query = partByNumberQuery(part.brand, part.partNumber);
      await queryClient.prefetchQuery({ ...query, retry: false });
    }
  }
}
