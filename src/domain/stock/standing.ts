/** How a part's available units stand against what people order of it. Pages say it by colour, shape and what they offer. */

/** So many times the minimum order are offered, the last one where the stock is plenty. */
export const OFTEN_ORDERED_TIMES = [1, 2, 4] as const;

export type Standing = 'none' | 'short' | 'low' | 'enough' | 'plenty';

/**
 * `short` is less than the minimum order, `low` less than twice, `enough` less than four times that.
 *
 * @param stock available units
 * @param minOrder units, at least 1
 */
export function standingOf(stock: number, minOrder: number): Standing {
  if (stock <= 0) return 'none';
  if (stock < minOrder) return 'short';
  if (stock < 2 * minOrder) return 'low';
  return stock < 4 * minOrder ? 'enough' : 'plenty';
}

/**
 * Whether nothing that is said of a part is another for this change of its stock but the number itself. Not said of what is
 * scarce: there each unit may count.
 */
export function isOnlyAnotherNumber(before: number, after: number, minOrder: number): boolean {
  const standing = standingOf(before, minOrder);
  return (standing === 'enough' || standing === 'plenty') && standing === standingOf(after, minOrder);
}
