/**
 * The quantity rule: from the minimum order to the available stock, in multiples. It disables the button, refuses in
 * the API, and is restated only as a CHECK of the database.
 */

export type QuantityRule = {
  readonly minOrder: number;
  readonly orderMultiple: number;
  /** Available units. */
  readonly stock: number;
};

export type QuantityVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'BELOW_MINIMUM' | 'OUT_OF_STOCK'; readonly message: string }
  | {
      readonly ok: false;
      readonly code: 'NOT_A_MULTIPLE';
      readonly message: string;
      /** The nearest quantities that can be ordered; `higher` is absent when the stock does not reach it. */
      readonly lower: number;
      readonly higher?: number;
    };

/** Judges a quantity (units). What is no whole number counts as below the minimum. */
export function checkQuantity(quantity: number, rule: QuantityRule): QuantityVerdict {
  if (!Number.isInteger(quantity) || quantity < rule.minOrder) {
    return { ok: false, code: 'BELOW_MINIMUM', message: 'Please type minimum Order' };
  }
  if (quantity > rule.stock) return { ok: false, code: 'OUT_OF_STOCK', message: 'Not available' };
  if (quantity % rule.orderMultiple !== 0) {
    const lower = quantity - (quantity % rule.orderMultiple);
    const higher = lower + rule.orderMultiple;
    const message = `Sold in ${rule.orderMultiple}s`;
    return higher <= rule.stock
      ? { ok: false, code: 'NOT_A_MULTIPLE', message, lower, higher }
      : { ok: false, code: 'NOT_A_MULTIPLE', message, lower };
  }
  return { ok: true };
}

/** Whether any quantity of a part can be ordered at all. */
export function canBeOrdered(rule: QuantityRule): boolean {
  return rule.stock >= rule.minOrder;
}
