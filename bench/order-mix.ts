/** Which parts the orders are for: the same sequence for the shop and for its limit. */

export type OrderablePart = { readonly id: number; readonly minOrder: number };
export type OrderMix<Part = OrderablePart> = {
  /** In the shop's own order; the first is the one that a hot mix has in every order. */
  readonly parts: readonly Part[];
  readonly isHot: boolean;
};

const LINES = 3;
// Primes, so that neighbours in time are far apart in the catalogue and every part has its turn.
const ORDER_STEP = 7_919;
const LINE_STEP = 4_001;

/** The three parts of the order with this running number. */
export function partsOfOrder<Part>({ parts, isHot }: OrderMix<Part>, running: number): Part[] {
  const [hot, ...others] = parts;
  const chosen: Part[] = isHot && hot !== undefined ? [hot] : [];
  for (let line = chosen.length; line < LINES; line += 1) {
    const part = others[(running * ORDER_STEP + line * LINE_STEP) % others.length];
    if (part !== undefined) chosen.push(part);
  }
  return chosen;
}
