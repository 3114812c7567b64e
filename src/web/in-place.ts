/** Whether the page that is shown stands where it is to stand, so that the router need not scroll it. */
import type { HistoryLocation, ParsedLocation } from '@tanstack/react-router';

/** Of the history, or as the router reads it. */
export type AnyLocation = HistoryLocation | ParsedLocation;

/** By this the router keeps where a page stood. */
export const keyOf = ({ state, href }: AnyLocation): string => state.__TSR_key ?? href;

/** The last that was shown at once, unless the router alone went on from there. */
let placed: HistoryLocation | undefined;

/** @param location undefined where the router is to do all of it */
export const notePlaced = (location: HistoryLocation | undefined): void => {
  placed = location;
};

/** Whether a page stands where it is to stand already: the reader may be scrolling it by now. */
export const isInPlace = (location: ParsedLocation): boolean =>
  placed !== undefined && keyOf(placed) === keyOf(location);
