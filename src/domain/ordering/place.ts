/** Placing an order: from what a buyer asks for and what the shop has, either the order's lines or the reason why not. */
import { times } from '../money.ts';
import { type PayableAmounts, refuseUnpayable } from '../payments/payable.ts';
import { type ExchangeRate, pricePerUnitMinor } from '../pricing/exchange.ts';
import { refuse, refuseWith } from '../refusal.ts';
import type { OrderLine } from './order.ts';
import { checkQuantity } from './quantity.ts';

/** The price per unit that a buyer saw, in minor units as either currency would have it. */
export type SeenPrice = {
  readonly asListMinor: number | undefined;
  readonly asSettlementMinor: number | undefined;
};

export type AskedLine = {
  readonly partId: number;
  readonly quantity: number;
  /** Absent when not told. */
  readonly seenPrice?: SeenPrice;
};

/** All that is asked for of one part. */
export type MergedLine = {
  readonly partId: number;
  readonly quantity: number;
  readonly seenPrices: readonly SeenPrice[];
};

/** A part as ordering sees it, read under the lock of its stock. */
export type OrderablePart = {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly listPriceMinor: number;
  readonly minOrder: number;
  readonly orderMultiple: number;
  /** Units that nobody else has reserved. */
  readonly stock: number;
};

export type PlacedLine = OrderLine & Pick<OrderablePart, 'minOrder' | 'orderMultiple'>;

/** Lines that ask for the same part become one, in the order in which the parts came; every price that was seen counts. */
export function mergeLines(lines: readonly AskedLine[]): MergedLine[] {
  const merged = new Map<number, MergedLine>();
  for (const { partId, quantity, seenPrice } of lines) {
    const earlier = merged.get(partId) ?? { partId, quantity: 0, seenPrices: [] };
    merged.set(partId, {
      partId,
      quantity: earlier.quantity + quantity,
      seenPrices: seenPrice === undefined ? earlier.seenPrices : [...earlier.seenPrices, seenPrice],
    });
  }
  return [...merged.values()];
}

/**
 * Decides whether these lines can be ordered, and at what prices. A seen price must be the current price per unit, or
 * the current list price; it is never silently replaced. What could never be paid is refused here, before it holds stock.
 */
export function decideOrder(
  lines: readonly MergedLine[],
  parts: ReadonlyMap<number, OrderablePart>,
  exchange: ExchangeRate,
  payable: PayableAmounts,
) {
  const placed: PlacedLine[] = [];
  let totalMinor = 0;
  let listTotalMinor = 0;
  for (const line of lines) {
    const part = parts.get(line.partId);
    if (part === undefined) return refuseWith('PART_NOT_FOUND', { partId: String(line.partId) });
    const unitMinor = pricePerUnitMinor(part.listPriceMinor, exchange);
    if (!isSeenPrice(line, part.listPriceMinor, unitMinor)) {
      return refuseWith(
        'PRICE_CHANGED',
        { part, pricePerUnitMinor: unitMinor },
        `${part.name} has another price now`,
      );
    }
    const verdict = checkQuantity(line.quantity, part);
    if (!verdict.ok) return refuseQuantity(part, verdict);
    const amountMinor = times(unitMinor, line.quantity);
    const listAmountMinor = times(part.listPriceMinor, line.quantity);
    if (amountMinor === undefined || listAmountMinor === undefined) return refuse('AMOUNT_TOO_LARGE');
    totalMinor += amountMinor;
    listTotalMinor += listAmountMinor;
    placed.push({
      partId: part.id,
      partName: part.name,
      sku: part.sku,
      quantity: line.quantity,
      minOrder: part.minOrder,
      orderMultiple: part.orderMultiple,
      listPriceMinor: part.listPriceMinor,
      pricePerUnitMinor: unitMinor,
      amountMinor,
    });
  }
  return (
    refuseUnpayable(totalMinor, payable, exchange.settlement) ?? { lines: placed, totalMinor, listTotalMinor }
  );
}

function isSeenPrice({ seenPrices }: MergedLine, listMinor: number, unitMinor: number): boolean {
  return seenPrices.every((seen) => seen.asSettlementMinor === unitMinor || seen.asListMinor === listMinor);
}

function refuseQuantity(
  part: OrderablePart,
  verdict: Exclude<ReturnType<typeof checkQuantity>, { ok: true }>,
) {
  const partId = String(part.id);
  switch (verdict.code) {
    case 'NOT_A_MULTIPLE':
      return refuseWith(
        'NOT_A_MULTIPLE',
        {
          partId,
          orderMultiple: part.orderMultiple,
          lower: verdict.lower,
          higher: verdict.higher ?? verdict.lower,
        },
        verdict.message,
      );
    case 'BELOW_MINIMUM':
      return refuseWith(
        'BELOW_MINIMUM',
        { partId, minOrder: part.minOrder, stock: part.stock },
        verdict.message,
      );
    case 'OUT_OF_STOCK':
      return refuseWith(
        'OUT_OF_STOCK',
        { partId, minOrder: part.minOrder, stock: part.stock },
        verdict.message,
      );
  }
}
