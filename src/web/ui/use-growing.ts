/** Long lists that are drawn as far as somebody looks: drawing a thousand rows keeps whoever presses something waiting. */
import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';

const AT_ONCE = 60;
/** How far ahead of the reader there are rows. */
const AHEAD = '1200px';

/** How far the lists of this visit's pages had grown, so that the way back finds them as long as they were left. */
const grown = new Map<string, number>();

/**
 * How many of a list's rows to draw: 60, and 60 more whenever the end comes near.
 *
 * @param listKey another one is another list, which begins anew
 * @param total how many there are
 * @returns the number, and a ref for an element that stands behind the last drawn row
 */
export function useGrowing(listKey: string, total: number): [number, RefObject<HTMLDivElement | null>] {
  const [{ of, count }, setGrown] = useState(() => begun(listKey));
  const shown = of === listKey ? count : AT_ONCE;
  const isAll = shown >= total;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAll || end.current === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        const next = { of: listKey, count: shown + AT_ONCE };
        grown.set(placeOf(listKey), next.count);
        startTransition(() => setGrown(next));
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [listKey, shown, isAll]);
  return [Math.min(shown, total), end];
}

/** On the server there is no way back. */
function begun(listKey: string) {
  const isThere = typeof history !== 'undefined';
  return { of: listKey, count: (isThere && grown.get(placeOf(listKey))) || AT_ONCE };
}

/** The list, and the router's name of this stop of the visit. */
function placeOf(listKey: string): string {
  const state: unknown = history.state;
  const stop = typeof state === 'object' && state !== null && '__TSR_key' in state ? state.__TSR_key : '';
  return `${stop} ${listKey}`;
}
