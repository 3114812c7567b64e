/**
 * A page that was laid out before it is shown is drawn in two frames: first what is on the screen, then what is not. To draw all of
 * a list takes longer than a frame may on a slow phone. Whatever has the attribute `data-stretches` says that each of its children may be left
 * out of the first frame; it must be one whose height is its own, as a line's of a list or a group's of filters is.
 */
import { type RefObject, useLayoutEffect } from 'react';
import { behindFrame } from './behind-frame.ts';

/** So far beyond the screen a stretch still counts as on it: the browser's own bars come and go, one of 56 px on most phones. */
const MARGIN_PX = 60;
/** Beside a page that is shown; what is laid out there is on no screen. */
export const ASIDE = '[data-aside]';

/** How a page stood when the reader left it, or will stand when it is opened. */
type Note = {
  /** Where it began, from the top of the screen. */
  readonly top: number;
  readonly scrollY: number;
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly focused: Element | null;
};

const shownPages = new Set<Element>();
const notes = new WeakMap<Element, Note>();

/**
 * A click on a text leaves a caret in it, which nobody sees. Browsers would look through all of the page that is hidden for
 * another place for it, which takes as long as all the rest of the frame.
 */
function dropCaret(): void {
  const isTyping = document.activeElement?.matches('input, textarea');
  const selection = getSelection();
  if (!isTyping && selection?.isCollapsed) selection.removeAllRanges();
}

/** To be called when the reader leaves a page, while it is still shown. */
export function noteLeft(): void {
  dropCaret();
  for (const page of shownPages) {
    if (page.closest(ASIDE) !== null) continue;
    const { top } = page.getBoundingClientRect();
    notes.set(page, { top, scrollY, innerWidth, innerHeight, focused: document.activeElement });
  }
}

/** A page that nobody has seen will be opened at its top, in the place of the one that is shown now. */
function expectedNote(page: Element): Note | undefined {
  const shown = [...shownPages].find((other) => other.parentElement === page.parentElement);
  if (shown === undefined || shown.closest(ASIDE) !== null) return undefined;
  const top = shown.getBoundingClientRect().top + scrollY;
  return { top, scrollY: 0, innerWidth, innerHeight, focused: null };
}

/** Leaves out of a page that is laid aside what will be off the screen when it is shown. It keeps its place. */
export function leaveOut(page: Element): void {
  // Older browsers lay out nothing that is aside, so there is nothing to measure.
  if (!page.matches(ASIDE) || !CSS.supports('content-visibility', 'hidden')) return;
  const note = notes.get(page) ?? expectedNote(page);
  if (note === undefined) return;
  notes.set(page, note);
  const stretches = stretchesOf(page);
  // What was left out before may have another height by now.
  stretches.forEach(draw);
  const folded = [...page.querySelectorAll('[data-folds]')].filter(isFolded);
  /** From where it is now to where it was, or will be, then. */
  const shift = note.top - page.getBoundingClientRect().top;
  const measured = stretches
    // It is not drawn, and to measure it would have it laid out.
    .filter((stretch) => !folded.some((fold) => fold.contains(stretch)))
    .map((stretch) => ({ stretch, box: stretch.getBoundingClientRect() }));
  for (const { stretch, box } of measured) {
    const isSeen = box.bottom + shift > -MARGIN_PX && box.top + shift < note.innerHeight + MARGIN_PX;
    // The focus can't return into what is not drawn.
    if (isSeen || stretch.contains(note.focused)) continue;
    stretch.style.contentVisibility = 'hidden';
    stretch.style.blockSize = `${box.height}px`;
  }
}

/** Draws what was left out of a page behind the frame that shows it. */
export function useDrawnInTwo(page: RefObject<Element | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const { current } = page;
    if (current === null || !isShown) return undefined;
    shownPages.add(current);
    const drawAll = () => stretchesOf(current).forEach(draw);
    const callOff = behindFrame(drawAll);
    // In the frame itself, where the page does not stand as it was left, or not yet: it has been scrolled by then, if it could be.
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
  const note = notes.get(page);
  return (
    note !== undefined &&
    Math.abs(note.scrollY - scrollY) < 1 &&
    note.innerWidth === innerWidth &&
    innerHeight <= note.innerHeight + MARGIN_PX
  );
}

/** Of this page alone: another that is laid aside in it has its own. */
function stretchesOf(page: Element): HTMLElement[] {
  const asideIn = page.closest(ASIDE);
  const all = page.querySelectorAll<HTMLElement>('[data-stretches] > *');
  return [...all].filter((stretch) => stretch.closest(ASIDE) === asideIn);
}

/** Of what has `data-folds`, which style sheets may fold away. */
const isFolded = (fold: Element): boolean => getComputedStyle(fold).contentVisibility === 'hidden';

function draw({ style }: HTMLElement): void {
  style.contentVisibility = style.blockSize = '';
}
