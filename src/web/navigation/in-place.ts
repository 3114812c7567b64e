/** Whether the page that is shown stands where it is to stand, so that the router need not scroll it. */
import type { AnyRouter, HistoryLocation, ParsedLocation, RouterHistory } from '@tanstack/react-router';
import { getElementScrollRestorationEntry } from '@tanstack/router-core';

/** Of the history, or as the router reads it. */
export type AnyLocation = HistoryLocation | ParsedLocation;

/** By this the router keeps where a page stood. */
export const keyOf = ({ state, href }: AnyLocation): string => state.__TSR_key ?? href;

/** As the router has noted it; what is written there is what it goes by. */
export const scrollAt = (router: AnyRouter, location: AnyLocation) =>
  getElementScrollRestorationEntry(router, { getElement: () => window, getKey: () => keyOf(location) });

/** The last that was shown at once, unless the router alone went on from there. */
let placed: HistoryLocation | undefined;
/** Whether the open page is the one that the browser loaded and placed, and the router has not shown it yet. */
let isAsLoaded = false;

/** @param location undefined where the router is to do all of it */
export const notePlaced = (location: HistoryLocation | undefined): void => {
  placed = location;
};

/** Whether a page stands where it is to stand already: the reader may be scrolling it by now. */
export const isInPlace = (location: ParsedLocation): boolean =>
  isAsLoaded || (placed !== undefined && keyOf(placed) === keyOf(location));

/**
 * Has the router note where the page stands now. By itself it notes only what is scrolled since it came, and the reader may have
 * done that before.
 */
export function havePlaceNoted(): void {
  document.dispatchEvent(new Event('scroll'));
}

/** To be told when the router is made, in the browser: a page that was sent whole is read, and scrolled, before its script is there. */
export function leaveAsLoaded(router: AnyRouter): void {
  const history: RouterHistory = router.history;
  isAsLoaded = couldBePlaced(router, history.location);
  const stop = [
    // Until then somebody may go on; another spelling of the same address leads nowhere.
    history.subscribe(({ action }) => {
      if (action.type !== 'REPLACE') isAsLoaded = false;
    }),
    router.subscribe('onRendered', ({ toLocation }) => {
      // Whoever has not scrolled has not touched the page, either.
      if (isAsLoaded && scrollY !== placeAt(router, toLocation)) havePlaceNoted();
      isAsLoaded = false;
      for (const each of stop) each();
    }),
  ];
}

/** Not where the router has yet to make what the page shows, as behind sign-in, nor where the browser has left it at its top. */
function couldBePlaced(router: AnyRouter, location: HistoryLocation): boolean {
  const { scrollHeight, clientHeight } = document.documentElement;
  const place = placeAt(router, location);
  const hash = location.hash.slice(1);
  return (
    place <= scrollHeight - clientHeight &&
    (place === 0 || scrollY > 0) &&
    (hash === '' || document.getElementById(hash) !== null)
  );
}

const placeAt = (router: AnyRouter, location: AnyLocation): number =>
  scrollAt(router, location)?.scrollY ?? 0;
