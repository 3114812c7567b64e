/** Whether the page is about to be printed: then all of it must be there, wherever the reader is. */
import { useSyncExternalStore } from 'react';

let isPrinting = false;

function subscribe(changed: () => void): () => void {
  const begin = () => {
    isPrinting = true;
    changed();
  };
  const end = () => {
    isPrinting = false;
    changed();
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    // Whoever leaves meanwhile does not hear of its end.
    isPrinting = false;
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}

/** True from before the browser lays the page out for paper until it has. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  );
