/** Placing an order: from what a buyer asks for and what the shop has, either the order's lines or the reason why not. */
import { formatMoney, times } from '../money.ts';
import { type ExchangeRate, pricePerUnitMinor } from '../pricing/exchange.ts';
import { refuse, refuseWith } from '../refusal.ts';
import type { OrderLine } from './order.ts';
import { checkQuantity } from './quantity.ts';

/**
 * The largest order, in minor units of the settlement currency: the payment provider takes at most eight digits in one
 * payment (Stripe, "Amounts": 99999999), and an order is paid by one payment.
 */
export const MAX_ORDER_MINOR = 99_999_999;

export type AskedLine = {
  readonly partId: number;
  readonly quantity: number;
  /** The price per unit that the buyer saw, in minor units as either currency would have it; absent when not told. */
  readonly seenPrice?: {
    readonly asListMinor: number | undefined;
    readonly asSettlementMinor: number | undefined;
  };
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

/** Lines that ask for the same part become one; the first one's seen price counts unless a later one differs. */
export function mergeLines(lines: readonly AskedLine[]): AskedLine[] {
  const merged = new Map<number, AskedLine>();
  for (const line of lines) {
    const earlier = merged.get(line.partId);
    merged.set(
      line.partId,
      earlier === undefined ? line : { ...earlier, quantity: earlier.quantity + line.quantity },
    );
  }
  return [...merged.values()];
}

/**
 * Decides whether these (merged) lines can be ordered, and at what prices. A seen price must be the current price per
 * unit, or the current list price; it is never silently replaced.
 */
export function decideOrder(
  lines: readonly AskedLine[],
  parts: ReadonlyMap<number, OrderablePart>,
  exchange: ExchangeRate,
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
  if (totalMinor > MAX_ORDER_MINOR) {
    const most = formatMoney(MAX_ORDER_MINOR, exchange.settlement);
    return refuse('AMOUNT_TOO_LARGE', `One order can be at most ${most}; split it into several`);
  }
  return { lines: placed, totalMinor, listTotalMinor };
}

function isSeenPrice(line: AskedLine, listMinor: number, unitMinor: number): boolean {
  const seen = line.seenPrice;
  return seen === undefined || seen.asSettlementMinor === unitMinor || seen.asListMinor === listMinor;
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
