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

/** The most that can be ordered now, in units; 0 where nothing can. */
export function mostOrderable(rule: QuantityRule): number {
  return canBeOrdered(rule) ? rule.stock - (rule.stock % rule.orderMultiple) : 0;
}

export type RoundedQuantity = {
  /** Units. */
  readonly quantity: number;
  /** What it was rounded for; null where it stayed as it was. */
  readonly roundedTo: 'minimum' | 'multiple' | null;
};

/** The least quantity by the rule that is no less than what is asked for. The stock is not looked at. */
export function roundUpQuantity(
  asked: number,
  { minOrder, orderMultiple }: Pick<QuantityRule, 'minOrder' | 'orderMultiple'>,
): RoundedQuantity {
  if (!(asked > minOrder)) return { quantity: minOrder, roundedTo: asked === minOrder ? null : 'minimum' };
  const quantity = Math.ceil(asked / orderMultiple) * orderMultiple;
  return { quantity, roundedTo: quantity === asked ? null : 'multiple' };
}
