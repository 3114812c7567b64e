/** For questions that are open while there is something to ask about. */
import { useEffect, useState } from 'react';

/**
 * What was asked about last: its words stay while the question closes.
 *
 * @param about may be read anew while it is asked about: by its `_id` it is the same thing
 * @param forget forgets how the last one ended; called when something else is asked about, or the same once more
 */
export function useLastAsked<Thing extends { readonly _id: string }>(
  about: Thing | undefined,
  forget: () => void,
): Thing | undefined {
  const [last, setLast] = useState(about);
  if (about !== undefined && about !== last) setLast(about);
  const id = about?._id;
  useEffect(() => {
    if (id !== undefined) forget();
  }, [id, forget]);
  return last;
}
