/**
 * A page that is laid out is shown in the frame in which somebody asks for it. The router, whose work takes longer than a frame
 * and changes nothing of what is seen then, goes there behind that frame (`docs/decisions/0042-shown-before-the-router.md`).
 */
import {
  type AnyRouter,
  type HistoryLocation,
  type HistoryState,
  useRouter,
  useRouterState,
} from '@tanstack/react-router';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect, useLayoutEffect } from 'react';
import { tellAtOnce } from './held-history.ts';
import { havePlaceNoted, isInPlace, keyOf, notePlaced, scrollAt } from './in-place.ts';
import { noteLeft } from './off-screen.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** What is shown changes, and the reader goes nowhere: beside `resetScroll: false`, which the history does not tell. */
    staysInPlace?: true;
  }
}

type Scroll = { readonly scrollX: number; readonly scrollY: number };
/** `scroll`: where it is to stand; undefined where the page stays as it stands. */
type Shown = { readonly location: HistoryLocation; readonly scroll: Scroll | undefined };

const TOP: Scroll = { scrollX: 0, scrollY: 0 };

/** Until the router is there, too. None is null: an atom can't be made undefined again. */
const shown = createAtom<Shown | null>(null);

/**
 * Where the reader is already, until the router is there, too; then undefined.
 *
 * @param canShow whether a page is laid out and not shown yet, so that whoever asks this can show it; the same function each time
 */
export function useShownAtOnce(canShow: (location: HistoryLocation) => boolean): HistoryLocation | undefined {
  const router = useRouter();
  useEffect(() => showAtOnce(router, canShow), [router, canShow]);
  const now = useSelector(shown);
  useLayoutEffect(() => {
    if (now?.scroll === undefined) return;
    const { scrollX: left, scrollY: top } = now.scroll;
    window.scrollTo(left, top);
    // What the page lacks until it is shown comes before its first frame.
    if (window.scrollY < top) requestAnimationFrame(() => window.scrollTo(left, top));
  }, [now]);
  return now?.location;
}

/** What the history keeps for the page that is shown, be it shown at once or by the router. */
export function useHistoryState(): HistoryState {
  const ofRouter = useRouterState({ select: ({ location }) => location.state });
  return useSelector(shown)?.location.state ?? ofRouter;
}

function showAtOnce(router: AnyRouter, canShow: (location: HistoryLocation) => boolean): () => void {
  /** The last that came, to which the router goes in the end. */
  let last: HistoryLocation | undefined;
  /** Where pages stood when they were left, by their keys, until the router is where the reader is. */
  const stood = new Map<string, Scroll>();
  const unwatch = tellAtOnce((location, isHeld) => {
    last = location;
    noteLeft();
    if (!isHeld || !canShow(location)) {
      notePlaced(undefined);
      return;
    }
    const left = shown.get()?.location ?? router.state.resolvedLocation;
    if (left !== undefined) stood.set(keyOf(left), { scrollX, scrollY });
    const known = stood.get(keyOf(location)) ?? scrollAt(router, location);
    notePlaced(location);
    shown.set({ location, scroll: known ?? (location.state.staysInPlace ? undefined : TOP) });
  });
  const unsubscribe = [
    // The router has just noted where the page stands, which is another one by now.
    router.subscribe('onBeforeLoad', ({ fromLocation }) => {
      const noted = fromLocation && scrollAt(router, fromLocation);
      if (noted) Object.assign(noted, stood.get(keyOf(fromLocation)));
    }),
    router.subscribe('onResolved', ({ toLocation }) => {
      if (last === undefined || keyOf(toLocation) !== keyOf(last)) return;
      shown.set(null);
      stood.clear();
    }),
    router.subscribe('onRendered', ({ toLocation }) => {
      if (isInPlace(toLocation)) havePlaceNoted();
    }),
  ];
  return () => {
    unwatch();
    for (const stop of unsubscribe) stop();
    shown.set(null);
  };
}
