/** For questions that are open while there is something to ask about. */
import { useEffect, useState } from 'react';

/**
 * What was asked about last: its words stay while the question closes.
 *
 * @param forget forgets how the last one ended; called when something is asked anew
 */
export function useLastAsked<Thing>(about: Thing | undefined, forget: () => void): Thing | undefined {
  const [last, setLast] = useState(about);
  if (about !== undefined && about !== last) setLast(about);
  useEffect(() => {
    if (about !== undefined) forget();
  }, [about, forget]);
  return last;
}
