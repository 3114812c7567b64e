/**
 * A page that is laid out is shown in the frame in which somebody asks for it. The router, whose work takes longer than a frame
 * and changes nothing of what is seen then, goes there behind that frame.
 */
import { type AnyRouter, type HistoryLocation, type ParsedLocation, useRouter } from '@tanstack/react-router';
import { getElementScrollRestorationEntry } from '@tanstack/router-core';
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { behindFrame } from './behind-frame.ts';
import { holdHistory } from './held-history.ts';

let shown: HistoryLocation | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const shownNow = () => shown;
const none = () => undefined;
function show(location: HistoryLocation | undefined): void {
  shown = location;
  for (const listener of listeners) listener();
}

/**
 * Where the reader is already, until the router is there, too; then undefined.
 *
 * @param canShow whether a page is laid out, so that whoever asks this can show it; the same function each time
 */
export function useShownAtOnce(canShow: (location: HistoryLocation) => boolean): HistoryLocation | undefined {
  const router = useRouter();
  useEffect(() => showAtOnce(router, canShow), [router, canShow]);
  const location = useSyncExternalStore(subscribe, shownNow, none);
  useLayoutEffect(() => {
    if (location === undefined) return;
    const { scrollX: left = 0, scrollY: top = 0 } = scrollAt(router, location) ?? {};
    window.scrollTo({ left, top });
  }, [router, location]);
  return location;
}

function showAtOnce(router: AnyRouter, canShow: (location: HistoryLocation) => boolean): () => void {
  /** The last that came, to which the router goes in the end. */
  let last: HistoryLocation | undefined;
  /** The page that the router is still on, and where it stood when it was left. */
  let left: { readonly from: AnyLocation; readonly scroll: { scrollX: number; scrollY: number } } | undefined;
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
    show(location);
    callOff = behindFrame(go);
  });
  const unsubscribe = router.subscribe('onResolved', ({ toLocation }) => {
    left = undefined;
    if (last !== undefined && keyOf(toLocation) === keyOf(last)) show(undefined);
  });
  return () => {
    giveBack();
    unsubscribe();
    show(undefined);
  };
}

/** Of the history, or as the router reads it. */
type AnyLocation = HistoryLocation | ParsedLocation;

/** By this the router keeps where a page stood. */
const keyOf = ({ state, href }: AnyLocation) => state.__TSR_key ?? href;

/** As the router has noted it; what is written there is what it goes by. */
const scrollAt = (router: AnyRouter, location: AnyLocation) =>
  getElementScrollRestorationEntry(router, { getElement: () => window, getKey: () => keyOf(location) });
