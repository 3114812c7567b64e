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
 * When it is shown again the focus is where it was.
 */
export function LaidOut({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [cameAhead] = useState(!isShown);
  useFocusKept(box, isShown);
  useEffect(() => {
    if (isShown) return undefined;
    // What is out of sight browsers skip, until they are asked for its measures; they keep the layout then.
    return behindFrame(() => box.current?.firstElementChild?.getBoundingClientRect());
  }, [isShown]);
  return (
    <div ref={box} className={isShown ? undefined : styles.aside}>
      <IsShown value={isShown}>
        <CameAhead value={cameAhead}>
          <CatchBoundary getResetKey={() => String(isShown)} errorComponent={isShown ? Outward : Nothing}>
            <Suspense fallback={isShown ? <Spinner page /> : null}>{children}</Suspense>
          </CatchBoundary>
        </CameAhead>
      </IsShown>
    </div>
  );
}

/** Who had the focus in it before finds it there again, unless they have taken it out of the page. */
function useFocusKept(box: RefObject<HTMLElement | null>, isShown: boolean): void {
  const left = useRef<Element>(null);
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const focused = document.activeElement;
    const isInPage = focused === document.body || focused?.closest('main') != null;
    if (isInPage && left.current instanceof HTMLElement) left.current.focus({ preventScroll: true });
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
