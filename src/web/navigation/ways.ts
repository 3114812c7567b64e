/** Which way a reader goes: onward to a page that begins at its top, or back to one that they have left. */
import type { RouterHistory } from '@tanstack/react-router';

type Step = Parameters<Parameters<RouterHistory['subscribe']>[0]>[0];

let onward = false;

/** To be told of each step of the history before anybody else is. What takes the place of an address leads nowhere. */
export function noteWay({ action }: Step): void {
  if (action.type !== 'REPLACE') onward = action.type === 'PUSH';
}

/** Whether the reader came by something they pressed: not where the page was loaded, nor on the way back. */
export const isOnward = (): boolean => onward;
