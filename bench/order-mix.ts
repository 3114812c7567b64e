/** Which parts the orders are for: the same sequence for the shop and for its limit. */

export type OrderablePart = { readonly id: number; readonly minOrder: number };
export type OrderMix = {
  /** In the shop's own order; the first is the one that a hot mix has in every order. */
  readonly parts: readonly OrderablePart[];
  readonly isHot: boolean;
};

const LINES = 3;
// Primes, so that neighbours in time are far apart in the catalogue and every part has its turn.
const ORDER_STEP = 7_919;
const LINE_STEP = 4_001;

/** The three parts of the order with this running number. */
export function partsOfOrder({ parts, isHot }: OrderMix, running: number): OrderablePart[] {
  const [hot, ...others] = parts;
  const chosen: OrderablePart[] = isHot && hot !== undefined ? [hot] : [];
  for (let line = chosen.length; line < LINES; line += 1) {
    const part = others[(running * ORDER_STEP + line * LINE_STEP) % others.length];
    if (part !== undefined) chosen.push(part);
  }
  return chosen;
}
