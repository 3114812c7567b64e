/**
 * Stretches of a long list that are drawn while the reader is near: a thousand rows that are there keep whoever presses
 * something waiting, wherever they look.
 */
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { AHEAD_PX, drawInTurn, leaveAsItIs } from './in-turn.ts';

/** Stretches at the beginning, which are drawn before anything can be told of the reader. */
const AT_FIRST = 2;

/** What is known of a list's stretches by their numbers; kept, so that the way back finds the list as it was left. */
export type ListMemory = {
  readonly near: Set<number>;
  /** As drawn last. */
  readonly heightsPx: Map<number, number>;
};

const kept = new Map<string, ListMemory>();

/** @param listKey another one is another list */
export function memoryOf(listKey: string): ListMemory {
  const fresh: ListMemory = { near: new Set(), heightsPx: new Map() };
  // On the server there is no way back.
  if (typeof history === 'undefined') return fresh;
  const place = placeOf(listKey);
  const known = kept.get(place) ?? fresh;
  kept.set(place, known);
  return known;
}

/** The list as wide as it is now, and the router's name of this stop of the visit. */
function placeOf(listKey: string): string {
  const state: unknown = history.state;
  const stop = typeof state === 'object' && state !== null && '__TSR_key' in state ? state.__TSR_key : '';
  return `${stop} ${innerWidth} ${listKey}`;
}

type Near<Stretch extends Element> = {
  readonly isNear: boolean;
  readonly ref: RefObject<Stretch | null>;
  /** Both for the stretch: what has the focus stays until the focus goes. */
  readonly onFocus: (event: FocusEvent<Stretch>) => void;
  readonly onBlur: (event: FocusEvent<Stretch>) => void;
};

/**
 * Whether a stretch of a list is near the reader. The first ones are, until told otherwise.
 *
 * @param isWatched whether it matters
 * @param onMeasured called when the stretch comes near and when it goes, as long as it is drawn
 */
export function useNear<Stretch extends Element>(
  memory: ListMemory,
  index: number,
  isWatched: boolean,
  onMeasured: () => void,
): Near<Stretch> {
  const ref = useRef<Stretch>(null);
  // Those that were there before it mattered stay until told otherwise, too.
  const [isNear, setNear] = useState(() => !isWatched || index < AT_FIRST || memory.near.has(index));
  /** What the page shows now. `gapPx` is how high it was before it was drawn, where it was not. */
  const shown = useRef({ isNear: false, isOutside: false, gapPx: Number.NaN });
  /** What it shows when all that was asked for has been drawn. */
  const asked = useRef(isNear);

  useLayoutEffect(() => {
    const { gapPx } = shown.current;
    shown.current.isNear = isNear;
    shown.current.gapPx = Number.NaN;
    if (!isNear || Number.isNaN(gapPx) || ref.current === null) return;
    // Rows are seldom just as high as the gap that kept their place; what is in sight stays where it is.
    const { top, height } = ref.current.getBoundingClientRect();
    if (top < 0 && height !== gapPx) scrollBy({ top: height - gapPx, behavior: 'instant' });
  }, [isNear]);

  useLayoutEffect(() => {
    // Before anything is painted: how high the others will be is reckoned from it.
    if (isWatched && shown.current.isNear && ref.current !== null)
      memory.heightsPx.set(index, ref.current.getBoundingClientRect().height);
  }, [memory, index, isWatched]);

  useEffect(() => {
    const stretch = ref.current;
    if (!isWatched || stretch === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry === undefined) return;
        const { height } = entry.boundingClientRect;
        const now = shown.current;
        if (now.isNear) {
          memory.heightsPx.set(index, height);
          onMeasured();
        }
        now.isOutside = !entry.isIntersecting;
        if (now.isOutside && stretch.contains(document.activeElement)) return;
        if (now.isOutside) memory.near.delete(index);
        else memory.near.add(index);
        if (entry.isIntersecting === asked.current) return;
        asked.current = entry.isIntersecting;
        drawInTurn(stretch, () => {
          if (!now.isNear) now.gapPx = stretch.getBoundingClientRect().height;
          setNear(entry.isIntersecting);
        });
      },
      { rootMargin: `${AHEAD_PX}px 0px` },
    );
    observer.observe(stretch);
    return () => {
      observer.disconnect();
      leaveAsItIs(stretch);
      asked.current = shown.current.isNear;
    };
  }, [memory, index, isWatched, onMeasured]);

  const onFocus = ({ currentTarget }: FocusEvent<Stretch>) => {
    // It may be about to go.
    leaveAsItIs(currentTarget);
    asked.current = true;
    memory.near.add(index);
    setNear(true);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<Stretch>) => {
    // Another window may have the focus for a while: it comes back to where it was.
    if (!shown.current.isOutside || !document.hasFocus() || currentTarget.contains(relatedTarget)) return;
    memory.near.delete(index);
    asked.current = false;
    drawInTurn(currentTarget, () => setNear(false));
  };
  return { isNear, ref, onFocus, onBlur };
}
