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
  useRef,
  useState,
} from 'react';
import { behindFrame } from '../behind-frame.ts';
import { isOnward } from '../ways.ts';
import styles from './laid-out.module.css';
import { Spinner } from './spinner.tsx';

const IsShown = createContext(true);

/** Whether what this is in is shown, and not only laid out. */
export const useIsShown = (): boolean => useContext(IsShown);

const CameAhead = createContext(false);

/** Whether what this is in was laid out before it was shown. It stays so: nothing is rendered again when it is shown. */
export const useCameAhead = (): boolean => useContext(CameAhead);

/**
 * Holds something, in its place or out of sight, where nobody meets it. There it neither keeps the page waiting nor fails it.
 */
export function LaidOut({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [cameAhead] = useState(!isShown);
  const isWithinShown = useIsShown();
  const isWithinAhead = useCameAhead();
  useFocusKept(box, isShown);
  useEffect(() => {
    if (isShown) return undefined;
    // What is out of sight browsers skip, until they are asked for its measures; they keep the layout then.
    return behindFrame(() => box.current?.firstElementChild?.getBoundingClientRect());
  }, [isShown]);
  return (
    <div ref={box} tabIndex={-1} className={isShown ? styles.shown : styles.aside}>
      <IsShown value={isShown && isWithinShown}>
        <CameAhead value={cameAhead || isWithinAhead}>
          <CatchBoundary getResetKey={() => String(isShown)} errorComponent={isShown ? Outward : Nothing}>
            <Suspense fallback={isShown ? <Spinner page /> : null}>{children}</Suspense>
          </CatchBoundary>
        </CameAhead>
      </IsShown>
    </div>
  );
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
    const isLost = focused === document.body || focused?.closest(`.${styles.aside}`) != null;
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
