/**
 * A page that is shown again is drawn in two frames: first what is on the screen, then what is not. To draw all of a list takes
 * longer than a frame may on a slow phone. Whatever has the attribute `data-stretches` says that each of its children may be left
 * out of the first frame; it must be one whose height is its own, as a line's of a list or a group's of filters is.
 */
import { type RefObject, useLayoutEffect } from 'react';
import { behindFrame } from './behind-frame.ts';

/** So far beyond the screen a stretch still counts as on it: the browser's own bars come and go. */
const MARGIN_PX = 100;

/** How a page stood when the reader left it: where it began, from the top of the screen, and where the focus was. */
type Left = {
  readonly top: number;
  readonly scrollY: number;
  readonly innerWidth: number;
  readonly focused: Element | null;
};

const shownPages = new Set<Element>();
const left = new WeakMap<Element, Left>();

/** To be called when the reader leaves a page, while it is still shown. */
export function noteLeft(): void {
  for (const page of shownPages) {
    const { top } = page.getBoundingClientRect();
    left.set(page, { top, scrollY, innerWidth, focused: document.activeElement });
  }
}

/** Leaves out of a page that is laid aside what was off the screen when it was left. It keeps its place. */
export function leaveOut(page: Element): void {
  const known = left.get(page);
  if (known === undefined) return;
  /** From where it is now to where it was then. */
  const shift = known.top - page.getBoundingClientRect().top;
  const measured = stretchesOf(page).map((stretch) => ({ stretch, box: stretch.getBoundingClientRect() }));
  for (const { stretch, box } of measured) {
    const isSeen = box.bottom + shift > -MARGIN_PX && box.top + shift < innerHeight + MARGIN_PX;
    // The focus can't return into what is not drawn.
    if (isSeen || stretch.contains(known.focused)) draw(stretch);
    else {
      stretch.style.contentVisibility = 'hidden';
      stretch.style.blockSize = `${box.height}px`;
    }
  }
}

/** Draws what was left out of a page behind the frame that shows it again. */
export function useDrawnInTwo(page: RefObject<Element | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const { current } = page;
    if (current === null || !isShown) return undefined;
    shownPages.add(current);
    const drawAll = () => stretchesOf(current).forEach(draw);
    const callOff = behindFrame(drawAll);
    // In the frame itself, where the page does not stand as it was left; it has been scrolled by then.
    const frame = requestAnimationFrame(() => {
      if (!standsAsLeft(current)) drawAll();
    });
    return () => {
      shownPages.delete(current);
      callOff();
      cancelAnimationFrame(frame);
    };
  }, [page, isShown]);
}

function standsAsLeft(page: Element): boolean {
  const known = left.get(page);
  return known !== undefined && Math.abs(known.scrollY - scrollY) < 1 && known.innerWidth === innerWidth;
}

/** Of this page alone: another that is laid aside in it has its own. */
function stretchesOf(page: Element): HTMLElement[] {
  const asideIn = page.closest('[data-aside]');
  const all = page.querySelectorAll<HTMLElement>('[data-stretches] > *');
  return [...all].filter((stretch) => stretch.closest('[data-aside]') === asideIn);
}

function draw({ style }: HTMLElement): void {
  style.contentVisibility = style.blockSize = '';
}
