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
  const next = useDeferredValue(ahead);
  const isNew = open !== undefined && (last[0] === undefined || nameOf(open) !== nameOf(last[0]));
  const now = isNew ? opened(open, next, last, nameOf).slice(0, atMost) : last;
  if (isNew) setLast(now);
  const [late, setLate] = useState(now);
  useEffect(() => behindFrame(() => startTransition(() => setLate(now))), [now]);
  const items = [...(next === undefined ? [] : [next]), ...late, ...now];
  const named = new Map(items.map((item) => [nameOf(item), item]));
  return [...named].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** The open one first. The very item that was there before, if any, so that nothing made of it is made again. */
function opened<Item>(
  open: Item,
  next: Item | undefined,
  last: readonly Item[],
  nameOf: (item: Item) => string,
): readonly Item[] {
  const isOpen = (item: Item) => nameOf(item) === nameOf(open);
  const known = [...last, ...(next === undefined ? [] : [next])].find(isOpen);
  return [known ?? open, ...last.filter((item) => !isOpen(item))];
}
