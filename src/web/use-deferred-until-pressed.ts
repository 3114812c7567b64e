/** Parts of a page that follow behind the rest, unless somebody presses them before. */
import { type SyntheticEvent, useDeferredValue, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * As `useDeferredValue`, with listeners for the element that shows it: what is pressed while it is behind catches up first, so
 * that its links lead on from what the reader sees.
 */
export function useDeferredUntilPressed<Value>(value: Value) {
  const deferred = useDeferredValue(value);
  const [caughtUp, catchUp] = useState<Value>();
  const shown = caughtUp === value ? value : deferred;
  const onPress = (event: SyntheticEvent) => {
    if (shown === value) return;
    flushSync(() => catchUp(value));
    // What was pressed is not there any more: it leads nowhere from here.
    if (event.target instanceof Node && !event.target.isConnected) event.preventDefault();
  };
  return { shown, pressed: { onClickCapture: onPress, onSubmitCapture: onPress } };
}
