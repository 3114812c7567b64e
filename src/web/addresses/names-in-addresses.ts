/** What the pages read of an address behind its `?`. */
import type { AnyRoute } from '@tanstack/react-router';
import type { FileRoutesById } from '#web/route-tree.gen.ts';

type NamesOf<Route> = Route extends AnyRoute ? keyof Route['types']['fullSearchSchema'] : never;

const NAMES: Readonly<Record<NamesOf<FileRoutesById[keyof FileRoutesById]>, true>> = {
  act: true,
  again: true,
  attribute: true,
  brand: true,
  buyer: true,
  category: true,
  cursor: true,
  engine: true,
  find: true,
  from: true,
  grade: true,
  import: true,
  inStock: true,
  kind: true,
  object: true,
  objectId: true,
  only: true,
  outcome: true,
  part: true,
  person: true,
  position: true,
  priceFrom: true,
  priceTo: true,
  q: true,
  quantity: true,
  show: true,
  sort: true,
  to: true,
  token: true,
  type: true,
  vehicle: true,
  view: true,
  was: true,
};

/** Whether any page reads it, so that a page may be another one for it. */
export const isRead = (name: string): boolean => Object.hasOwn(NAMES, name);
