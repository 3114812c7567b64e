/** An order, its lines and its states. */
import type { Currency } from '../money.ts';
import type { OrderedFit } from '../vehicles/ordered-fit.ts';

/**
 * `unpaid` → `paid` when the provider confirms the payment → `shipped`; fulfilment ships on payment, so the two happen
 * together. `unpaid` → `cancelled` by the buyer or an admin, → `expired` by time. What is paid is `refunded` once all of
 * its money has gone back, and paid again if some of that comes to nothing; a part that went back is no state.
 */
export type OrderStatus = 'unpaid' | 'paid' | 'shipped' | 'cancelled' | 'expired' | 'refunded';

/** What can happen to an order; each at most once. */
export type OrderEventKind = 'placed' | 'paid' | 'shipped' | 'cancelled' | 'expired' | 'refunded';

/** Which state may follow which. */
export const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  unpaid: ['paid', 'shipped', 'cancelled', 'expired'],
  paid: ['shipped', 'refunded'],
  shipped: ['refunded'],
  cancelled: [],
  expired: [],
  refunded: ['paid'],
};

export type OrderLine = {
  readonly partId: number;
  readonly partName: string;
  readonly sku: string;
  readonly quantity: number;
  /** In list currency. */
  readonly listPriceMinor: number;
  /** In settlement currency, locked when ordering. */
  readonly pricePerUnitMinor: number;
  readonly amountMinor: number;
  /** For which vehicle, and what was told of its fit; absent or null where the buyer named none. */
  readonly orderedFit?: OrderedFit | null;
};

/** Money of an order's payment that goes back, or went; failed tries are left out. */
export type OrderRefund = {
  readonly amountMinor: number;
  /** The provider says that it is done; until then it is on its way. */
  readonly isDone: boolean;
  /** When it was asked for, or done. */
  readonly at: Date;
};

export type Order = {
  readonly id: string;
  /** What people call it: `MS-2026-000042`. */
  readonly number: string;
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly address: string;
  readonly phone: string;
  readonly status: OrderStatus;
  /** Being cancelled or expired: no new payment may start. */
  readonly closingAs: 'cancelled' | 'expired' | null;
  readonly listCurrency: Currency;
  readonly settlementCurrency: Currency;
  readonly rate: string;
  readonly rateDate: string;
  readonly listTotalMinor: number;
  readonly totalMinor: number;
  readonly transactionId: string | null;
  readonly placedAt: Date;
  readonly expiresAt: Date;
  readonly paidAt: Date | null;
  readonly closedAt: Date | null;
  readonly lines: readonly OrderLine[];
  /** Of the payment that paid it, from the first to the last. */
  readonly refunds: readonly OrderRefund[];
};

/** An order that a payment has paid. */
export type PaidOrder = Order & { readonly transactionId: string; readonly paidAt: Date };

/** What has gone back of an order's payment, in the settlement currency's minor units. */
export function refundedMinor({ refunds }: Pick<Order, 'refunds'>): number {
  return sumOf(refunds.filter(({ isDone }) => isDone));
}

/** What is on its way back and not there yet. */
export function refundingMinor({ refunds }: Pick<Order, 'refunds'>): number {
  return sumOf(refunds.filter(({ isDone }) => !isDone));
}

function sumOf(refunds: readonly OrderRefund[]): number {
  return refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** How an unpaid order looks once this payment has paid it; it ships with that. */
export function paidBy(
  order: Order,
  payment: { readonly transactionId: string; readonly now: Date },
): PaidOrder {
  return {
    ...order,
    status: 'paid',
    closingAs: null,
    transactionId: payment.transactionId,
    paidAt: payment.now,
  };
}

/** Money has come and not all of it gone back. */
export function isPaid(order: Pick<Order, 'status'>): boolean {
  return order.status === 'paid' || order.status === 'shipped';
}

/** Cancelled or expired: nothing is reserved and nothing will be paid. */
export function isClosed(order: Pick<Order, 'status'>): boolean {
  return order.status === 'cancelled' || order.status === 'expired';
}

/** The order in one line: the only part's name, or the first one's and how many more. */
export function summarise(order: Pick<Order, 'lines'>): string {
  const [first, ...more] = order.lines;
  if (first === undefined) return '';
  return more.length === 0 ? first.partName : `${first.partName} and ${more.length} more`;
}

/** Units of all lines together. */
export function unitCount(order: Pick<Order, 'lines'>): number {
  return order.lines.reduce((sum, line) => sum + line.quantity, 0);
}

/** Human order number: the year and a running number. Numbers are unique and rising; gaps are normal. */
export function orderNumber(sequence: number, placedAt: Date): string {
  return orderNumberOf(placedAt.getUTCFullYear(), sequence);
}

/** The order number of a year and a running number. */
export const orderNumberOf = (year: number, sequence: number): string =>
  `MS-${year}-${String(sequence).padStart(6, '0')}`;

/** When an unpaid order placed now gives its stock back. */
export function expiryOf(placedAt: Date, expiryMinutes: number): Date {
  return new Date(placedAt.getTime() + expiryMinutes * 60_000);
}
