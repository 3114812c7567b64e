/** Ordering the same again: what has changed since, and what can be had instead. */
import type { QuantityRule } from './quantity.ts';

/** What was ordered of a part. Prices are decimal numbers, as the API has them. */
export type OrderedBefore = {
  readonly quantity: number;
  readonly pricePerUnit: number;
  readonly currency: string;
};

/** The part as it is sold today. */
export type SoldToday = QuantityRule & {
  readonly pricePerUnit: number;
  readonly currency: string;
  /** Not sold any more. */
  readonly archived: boolean;
};

export type ReorderChange =
  | { readonly kind: 'archived' }
  | { readonly kind: 'price'; readonly before: number; readonly now: number }
  /** Prices were in another currency then, so that they cannot be compared. */
  | {
      readonly kind: 'currency';
      readonly before: number;
      readonly beforeCurrency: string;
      readonly now: number;
    }
  | { readonly kind: 'minimum'; readonly minOrder: number }
  | { readonly kind: 'multiple'; readonly orderMultiple: number }
  /** Less in stock than was ordered; at the most this much can be ordered. */
  | { readonly kind: 'scarce'; readonly stock: number }
  /** Less in stock than the minimum order: nothing can be ordered. */
  | { readonly kind: 'sold-out'; readonly stock: number };

export type Reorder = {
  /** From the one that matters most; empty where all is as it was. */
  readonly changes: readonly ReorderChange[];
  /** The nearest quantity that can be ordered, where the old one can't be and there is one. */
  readonly possibleQuantity?: number;
};

/** Compares what was ordered with what can be ordered now. */
export function compareWithToday(before: OrderedBefore, today: SoldToday): Reorder {
  if (today.archived) return { changes: [{ kind: 'archived' }] };
  const price = priceChange(before, today);
  if (today.stock < today.minOrder) {
    return { changes: [{ kind: 'sold-out', stock: today.stock }, ...price] };
  }
  const { changes, isPossible } = quantityChanges(before.quantity, today);
  return {
    changes: [...changes, ...price],
    ...(isPossible ? {} : { possibleQuantity: nearestPossible(before.quantity, today) }),
  };
}

function priceChange(ordered: OrderedBefore, today: SoldToday): ReorderChange[] {
  const { pricePerUnit: beforePrice, currency: beforeCurrency } = ordered;
  const { pricePerUnit: now, currency } = today;
  if (beforeCurrency !== currency) return [{ kind: 'currency', before: beforePrice, beforeCurrency, now }];
  return beforePrice === now ? [] : [{ kind: 'price', before: beforePrice, now }];
}

function quantityChanges(quantity: number, today: SoldToday) {
  const changes: ReorderChange[] = [];
  if (quantity > today.stock) changes.push({ kind: 'scarce', stock: today.stock });
  if (quantity < today.minOrder) changes.push({ kind: 'minimum', minOrder: today.minOrder });
  if (quantity % today.orderMultiple !== 0) {
    changes.push({ kind: 'multiple', orderMultiple: today.orderMultiple });
  }
  return { changes, isPossible: changes.length === 0 };
}

/**
 * The quantity nearest to a wanted one that the rule allows, the higher where two are as near. The stock must reach the
 * minimum order.
 */
function nearestPossible(wanted: number, rule: QuantityRule): number {
  const step = rule.orderMultiple;
  const least = Math.ceil(rule.minOrder / step) * step;
  const most = rule.stock - (rule.stock % step);
  const rounded = Math.floor(wanted / step + 0.5) * step;
  return Math.min(most, Math.max(least, rounded));
}
