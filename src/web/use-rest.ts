/** What stands below the first screen of a page that somebody goes to: shown a moment after the screen itself. */
import { startTransition, useEffect, useState } from 'react';
import { useCameAhead } from './ui/laid-out.tsx';

/** Whether the reader is on the way to another page by something they pressed, which begins at its top. */
let isOnward = false;

/** Tells the way onward from the way back. To be called once, in the browser. */
export function noteWays(): void {
  addEventListener('click', () => (isOnward = true), { capture: true });
  addEventListener('keydown', () => (isOnward = true), { capture: true });
  addEventListener('popstate', () => (isOnward = false), { capture: true });
}

/**
 * Whether to render what stands below the first screen. At once in a page that the server sends and on the way back, where
 * the page may stand anywhere, and in one that is laid out ahead; on the way onward as soon as the rest has been painted.
 *
 * @param page what the page shows; another one is another first screen
 */
export function useRest(page: unknown): boolean {
  const isAhead = useCameAhead();
  const [shown, setShown] = useState(() => (isOnward && !isAhead ? undefined : { page }));
  const isShown = shown?.page === page || !isOnward;
  useEffect(() => {
    if (isShown) {
      setShown((now) => (now?.page === page ? now : { page }));
      return undefined;
    }
    // In a task of its own behind the frame, so that the frame is not kept waiting.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setShown({ page })));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [page, isShown]);
  return isShown;
}
