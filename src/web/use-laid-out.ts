/** What stays laid out of the pages or lists that somebody goes through. */
import { startTransition, useDeferredValue, useEffect, useState } from 'react';
import { behindFrame } from './behind-frame.ts';

/**
 * The open one, those that were open before it, and the one that is likely to be next, each once and by its name. They are in
 * the order of their names, whichever is open: what is moved is laid out anew. Those that fall out go when the open one has
 * been painted.
 *
 * @param open where there is none, those before stay
 * @param ahead comes a moment later, too
 * @param nameOf two of the same name are the same
 * @param atMost how many that are or were open
 */
export function useLaidOut<Item>(
  open: Item | undefined,
  ahead: Item | undefined,
  nameOf: (item: Item) => string,
  atMost: number,
): readonly (readonly [name: string, item: Item])[] {
  const [last, setLast] = useState<readonly Item[]>([]);
  const isNew = open !== undefined && (last[0] === undefined || nameOf(open) !== nameOf(last[0]));
  const now = isNew ? [open, ...last.filter((item) => nameOf(item) !== nameOf(open))].slice(0, atMost) : last;
  if (isNew) setLast(now);
  const [late, setLate] = useState(now);
  useEffect(() => behindFrame(() => startTransition(() => setLate(now))), [now]);
  const next = useDeferredValue(ahead);
  const items = [...now, ...late, ...(next === undefined ? [] : [next])];
  // Of the same name the one that was there before stays, so that nothing made of it is made again.
  const named = new Map(items.map((item) => [nameOf(item), item]));
  return [...named].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
