/** Which way a reader goes: onward by something they pressed, or back. */

let onward = false;

/** Tells the way onward from the way back. To be called once, in the browser. */
export function noteWays(): void {
  addEventListener('click', () => (onward = true), { capture: true });
  addEventListener('keydown', () => (onward = true), { capture: true });
  addEventListener('popstate', () => (onward = false), { capture: true });
}

/** Whether the reader is on the way to another page by something they pressed, which begins at its top. */
export const isOnward = (): boolean => onward;
