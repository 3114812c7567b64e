/** Something that is laid out before it is shown, so that there is nothing left to do but to show it. */
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import {
  createContext,
  type ReactNode,
  type RefObject,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Spinner } from '#web/ui/spinner.tsx';
import { behindFrame } from './behind-frame.ts';
import styles from './laid-out.module.css';
import { ASIDE, leaveOut, useDrawnInTwo } from './off-screen.ts';
import { isOnward } from './ways.ts';

/** Whether something is shown, and not only laid out. It is no context by itself: all in it would be looked through at each change. */
type Showing = { readonly isShown: () => boolean; readonly subscribe: (listener: () => void) => () => void };

const Showing = createContext<Showing>({ isShown: () => true, subscribe: () => () => undefined });

/** Whether what this is in is shown, and not only laid out. */
export function useIsShown(): boolean {
  const { subscribe, isShown } = useContext(Showing);
  return useSyncExternalStore(subscribe, isShown, isShown);
}

/** What is in it hears of it when it is shown; in something that is not shown itself, it is not. */
function useShowing(isShown: boolean): Showing {
  const outer = useContext(Showing);
  const now = useRef(isShown);
  const [listeners] = useState(() => new Set<() => void>());
  useLayoutEffect(() => {
    now.current = isShown;
    for (const listener of listeners) listener();
  }, [isShown, listeners]);
  return useMemo(
    () => ({
      isShown: () => now.current && outer.isShown(),
      subscribe: (listener) => {
        listeners.add(listener);
        const unsubscribe = outer.subscribe(listener);
        return () => {
          listeners.delete(listener);
          unsubscribe();
        };
      },
    }),
    [listeners, outer],
  );
}

const CameAhead = createContext(false);

/** Whether what this is in was laid out before it was shown. It stays so: nothing is rendered again when it is shown. */
export const useCameAhead = (): boolean => useContext(CameAhead);

const boxes = new Map<string, HTMLElement>();

/** Whether there is something by this name that is laid out and not shown. */
export function isLaidAside(name: string): boolean {
  const box = boxes.get(name);
  return box?.firstElementChild != null && box.closest(ASIDE) !== null;
}

/** Whatever ends a press; where it becomes a drag not all browsers say that the pointer is lost. */
const ENDS_OF_A_PRESS = ['pointerup', 'pointercancel', 'dragstart', 'contextmenu', 'blur'];
/** A finger's click comes behind the end of its press, on a slow phone two frames later. */
const CLICK_COMES_WITHIN_MS = 100;
/** Of what was drawn while it was pressed, and may not have been opened. */
const settling = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/**
 * Draws what is laid aside where it will stand, unseen, until the press that has just begun is over: then the frame that shows it
 * need not. Only in a `Stack`, where one takes the place of another.
 */
export function drawWhilePressed(name: string): void {
  const box = boxes.get(name);
  if (!box?.matches(ASIDE) || box.parentElement?.className !== styles.stack) return;
  // Nothing of a page that is laid aside itself is on the screen.
  if (box.parentElement?.closest(ASIDE) != null) return;
  clearTimeout(settling.get(box));
  box.dataset.drawn = 'below';
  const isOver = new AbortController();
  // What was opened stays drawn until another takes its place.
  const settle = () => {
    if (box.matches(ASIDE)) delete box.dataset.drawn;
    else box.dataset.drawn = 'shown';
  };
  const end = ({ type }: Event) => {
    isOver.abort();
    clearTimeout(settling.get(box));
    // No click follows any other end.
    if (type === 'pointerup') settling.set(box, setTimeout(settle, CLICK_COMES_WITHIN_MS));
    else settle();
  };
  for (const way of ENDS_OF_A_PRESS) addEventListener(way, end, { signal: isOver.signal });
}

/** Holds several that are laid out, each in the same place. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

/**
 * Holds something, in its place or out of sight, where nobody meets it. There it neither keeps the page waiting nor fails it.
 */
export function LaidOut({
  name,
  isShown,
  children,
}: {
  /** One of its own, by which `isLaidAside` knows it. */
  readonly name: string;
  readonly isShown: boolean;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [cameAhead] = useState(!isShown);
  const showing = useShowing(isShown);
  const isWithinAhead = useCameAhead();
  useFocusKept(box, isShown);
  useDrawnInTwo(box, isShown);
  useLayoutEffect(() => {
    if (box.current !== null) boxes.set(name, box.current);
    return () => void boxes.delete(name);
  }, [name]);
  useLayoutEffect(() => {
    if (!isShown) delete box.current?.dataset.drawn;
  }, [isShown]);
  useLayoutEffect(() => {
    // At once: no frame waits for what has just come, and it may be what somebody is pressing the link to.
    if (cameAhead && box.current !== null) layOut(box.current);
  }, [cameAhead]);
  const wasShown = useRef(false);
  useEffect(() => {
    const { current } = box;
    wasShown.current ||= isShown;
    if (isShown || current === null) return undefined;
    const layOutBehindFrame = () =>
      behindFrame(() => {
        layOut(current);
        // Also of what was left out just now nothing is to be done any more in the frame that shows it.
        current.firstElementChild?.getBoundingClientRect();
      });
    // The frame that shows another in its place waits.
    let callOff = wasShown.current ? layOutBehindFrame() : () => undefined;
    const changes = new MutationObserver(() => {
      callOff();
      callOff = layOutBehindFrame();
    });
    changes.observe(current, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      callOff();
    };
  }, [isShown]);
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={isShown ? styles.shown : styles.aside}
      data-aside={isShown ? undefined : ''}
    >
      <Showing value={showing}>
        <CameAhead value={cameAhead || isWithinAhead}>
          <CatchBoundary getResetKey={() => String(isShown)} errorComponent={isShown ? Outward : Nothing}>
            <Suspense fallback={isShown ? <Spinner page /> : null}>{children}</Suspense>
          </CatchBoundary>
        </CameAhead>
      </Showing>
    </div>
  );
}

/** What is out of sight browsers skip, until they are asked for its measures; they keep the layout then. */
function layOut(aside: HTMLElement): void {
  // From now on style sheets leave nothing of it to be laid out later. It stays so: to change that when it is shown would cost
  // that frame the style and the layout of every line of a list.
  aside.dataset.laidOut = '';
  // Not skipped meanwhile: to be asked for the measures of one thing after another in what they skip costs browsers as much again.
  aside.style.contentVisibility = 'visible';
  aside.firstElementChild?.getBoundingClientRect();
  leaveOut(aside);
  aside.style.contentVisibility = '';
}

/**
 * Who comes back finds the focus where it was, and who goes onward at the beginning; but for those whose focus is in something
 * that stays.
 */
function useFocusKept(box: RefObject<HTMLElement | null>, isShown: boolean): void {
  const left = useRef<Element>(null);
  const wasShown = useRef(isShown);
  useLayoutEffect(() => {
    const isNew = isShown && !wasShown.current;
    wasShown.current = isShown;
    if (!isShown) return undefined;
    const focused = document.activeElement;
    const isLost = focused === document.body || focused?.closest(ASIDE) != null;
    if (isNew && isLost) {
      const last = isOnward() ? null : left.current;
      (last instanceof HTMLElement ? last : box.current)?.focus({ preventScroll: true });
    }
    // Before anything else that is shown now takes the focus.
    return () => {
      const last = document.activeElement;
      left.current = box.current?.contains(last) === true ? last : null;
    };
  }, [box, isShown]);
}

const Nothing = () => null;

/** To the page's own boundary. */
function Outward({ error }: ErrorComponentProps): ReactNode {
  throw error;
}
