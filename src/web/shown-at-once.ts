/**
 * A page that is laid out is shown in the frame in which somebody asks for it. The router, whose work takes longer than a frame
 * and changes nothing of what is seen then, goes there behind that frame.
 */
import { type AnyRouter, type HistoryLocation, type ParsedLocation, useRouter } from '@tanstack/react-router';
import { createAtom, useSelector } from '@tanstack/react-store';
import { getElementScrollRestorationEntry } from '@tanstack/router-core';
import { useEffect, useLayoutEffect } from 'react';
import { behindFrame } from './behind-frame.ts';
import { holdHistory } from './held-history.ts';

type Scroll = { readonly scrollX: number; readonly scrollY: number };
const TOP: Scroll = { scrollX: 0, scrollY: 0 };
type Shown = { readonly location: HistoryLocation; readonly scroll: Scroll };

/** None is null: an atom can't be made undefined again. */
const shown = createAtom<Shown | null>(null);

/**
 * Where the reader is already, until the router is there, too; then undefined.
 *
 * @param canShow whether a page is laid out, so that whoever asks this can show it; the same function each time
 */
export function useShownAtOnce(canShow: (location: HistoryLocation) => boolean): HistoryLocation | undefined {
  const router = useRouter();
  useEffect(() => showAtOnce(router, canShow), [router, canShow]);
  const now = useSelector(shown);
  useLayoutEffect(() => {
    if (now !== null) window.scrollTo(now.scroll.scrollX, now.scroll.scrollY);
  }, [now]);
  return now?.location;
}

function showAtOnce(router: AnyRouter, canShow: (location: HistoryLocation) => boolean): () => void {
  /** The last that came, to which the router goes in the end. */
  let last: HistoryLocation | undefined;
  /** The page that the router is still on, and where it stood when it was left. */
  let left: { readonly from: AnyLocation; readonly scroll: Scroll } | undefined;
  let callOff: (() => void) | undefined;
  const giveBack = holdHistory((location, goOn) => {
    callOff?.();
    last = location;
    const go = () => {
      goOn();
      // The router has just noted where the page stands, which is another one by now.
      const noted = left && scrollAt(router, left.from);
      if (noted && left) Object.assign(noted, left.scroll);
    };
    // Frames of a page that nobody sees don't come, and a place in a page is found by the router.
    if (document.hidden || location.hash !== '' || !canShow(location)) {
      go();
      return;
    }
    const from = router.state.resolvedLocation;
    if (from !== undefined && left?.from !== from) left = { from, scroll: { scrollX, scrollY } };
    // Who turns round is back before the router has noted anything.
    const isBack = left !== undefined && keyOf(left.from) === keyOf(location);
    const scroll = (isBack ? left?.scroll : scrollAt(router, location)) ?? TOP;
    shown.set({ location, scroll });
    callOff = behindFrame(go);
  });
  const unsubscribe = router.subscribe('onResolved', ({ toLocation }) => {
    left = undefined;
    if (last !== undefined && keyOf(toLocation) === keyOf(last)) shown.set(null);
  });
  return () => {
    giveBack();
    unsubscribe();
    shown.set(null);
  };
}

/** Of the history, or as the router reads it. */
type AnyLocation = HistoryLocation | ParsedLocation;

/** By this the router keeps where a page stood. */
const keyOf = ({ state, href }: AnyLocation) => state.__TSR_key ?? href;

/** As the router has noted it; what is written there is what it goes by. */
const scrollAt = (router: AnyRouter, location: AnyLocation) =>
  getElementScrollRestorationEntry(router, { getElement: () => window, getKey: () => keyOf(location) });
