/**
 * A finger points at nothing before it touches. So where there is no pointer, what the lines or cards of a list or the filters lead
 * to is asked for while they rest on the screen, and is there when one of them is touched.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { ASIDE } from '#web/navigation/off-screen.ts';
import { isOnward } from '#web/navigation/ways.ts';
import { pageAt } from './page-at.ts';
import { partByNumberQuery, searchQuery } from './queries.ts';
import type { CataloguePage } from './shown-page.ts';

/** What has not moved so long is looked at. */
const REST_MS = 250;
/** A phone shows six parts; of filters it shows twice as many, and most are passed over. */
const MOST_AT_A_REST = 8;
/** What brings something else onto the screen; a click may unfold it. */
const MOVES = ['scroll', 'click'];

/** What was asked for last, whoever did: there is one at a time, so that what the reader asks for waits for one at most. */
let asking: Promise<void> = Promise.resolve();

/**
 * Has the lists and parts asked for that lines or cards in an element lead to, of those that come to rest on the screen. A page that
 * has just been loaded asks for nothing before it is scrolled or tapped.
 */
export function useAskedAhead(box: RefObject<Element | null>): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isWorthAsking()) return undefined;
    let isOver = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      if (!isShown(box.current)) return;
      isOver = new AbortController();
      const { signal } = isOver;
      const pages = linksOnScreen(box.current).map((link) => pageAt(router, link));
      asking = asking.then(() =>
        askOneByOne(queryClient, pages, () => !signal.aborted && isShown(box.current)),
      );
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
    // What somebody came for by a tap may be here long after it, and a list may come alive behind the reader's first move.
    if (isOnward() || scrollY > 0) move();
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

/** To measure what is laid aside or folded away would have it laid out. */
const isShown = (box: Element | null): box is Element =>
  box !== null && box.closest(ASIDE) === null && box.checkVisibility();

/** The first link of each line or card. */
function linksOnScreen(box: Element): HTMLAnchorElement[] {
  const lines = [...box.querySelectorAll('li, article')].filter(isOnScreen);
  return lines.flatMap((line) => line.querySelector('a') ?? []).filter((link) => link.checkVisibility());
}

function isOnScreen(line: Element): boolean {
  const { top, bottom } = line.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** What fails is asked for again by whoever wants it, and nothing more ahead of it: the shop may be out of reach, or have enough. */
async function askOneByOne(
  queryClient: QueryClient,
  pages: readonly CataloguePage[],
  isWanted: () => boolean,
): Promise<void> {
  try {
    for (const { list, part } of pages.filter(isCheap).slice(0, MOST_AT_A_REST)) {
      if (!isWanted()) return;
      if (list !== undefined) await queryClient.fetchQuery(searchQuery(list));
      if (part !== undefined) await queryClient.fetchQuery(partByNumberQuery(part.brand, part.partNumber));
    }
  } catch {
    // Whoever opens it is told.
  }
}

/** To look for words is the dearest question to the shop. */
const isCheap = ({ list, part }: CataloguePage) =>
  part !== undefined || (list !== undefined && list.q === undefined);
