/**
 * What the document about an order says, whatever it is drawn with: the page to print and the PDF say the same words.
 * Only money that has come makes it a receipt; before and without that it says what it is instead.
 */
import { amountInWords } from '../amount-in-words.ts';
import { dayText, momentText } from '../moment-text.ts';
import { type Currency, formatMoney } from '../money.ts';
import { orderedFitText } from '../vehicles/ordered-fit.ts';
import { type Order, refundedMinor } from './order.ts';

export type ReceiptKind = 'receipt' | 'confirmation' | 'cancelled' | 'expired' | 'refunded';

export type ReceiptFact = { readonly label: string; readonly value: string };

export type ReceiptLine = {
  readonly name: string;
  readonly sku: string;
  /** For which vehicle it was ordered, and what was told of its fit; empty where no vehicle was named. */
  readonly fit: string;
  readonly quantity: string;
  readonly pricePerUnit: string;
  readonly amount: string;
};

/** Every field is finished English text; times are in UTC. */
export type Receipt = {
  readonly kind: ReceiptKind;
  readonly title: string;
  /** One or two sentences on what the document is, and is not. */
  readonly statement: string;
  readonly orderNumber: string;
  readonly shopName: string;
  readonly shopAddress: string;
  /** Name and email as they were when the order was placed. */
  readonly buyer: readonly string[];
  /** Whom and where the parts go, line by line. */
  readonly delivery: readonly string[];
  readonly facts: readonly ReceiptFact[];
  readonly lines: readonly ReceiptLine[];
  readonly totalLabel: string;
  readonly total: string;
  readonly totalInWords: string;
  /** What went back of the total, and what is left of it; empty where nothing did. */
  readonly deductions: readonly ReceiptFact[];
  /** The total in list currency and the rate that the order was made at; null where there is one currency. */
  readonly exchange: string | null;
  /** For a file or a window: "Receipt MS-2026-000042". */
  readonly documentTitle: string;
};

/** The shop as documents name it. */
export type IssuingShop = {
  readonly name: string;
  /** Where the shop is reached from outside, such as `https://parts.example`. */
  readonly url: string;
  /** Payments here are tests: no money moves. */
  readonly takesTestPayments: boolean;
};

/** Describes the document about an order as the order stands. The same order gives the same words. */
export function describeReceipt(order: Order, shop: IssuingShop): Receipt {
  const kind = kindOf(order);
  const { listCurrency: list, settlementCurrency: settlement } = order;
  const money = (amountMinor: number, currency: Currency) => formatMoney(amountMinor, currency);
  const title = TITLES[kind];
  return {
    kind,
    title,
    statement: statementOf(kind, order, shop),
    orderNumber: order.number,
    shopName: shop.name,
    shopAddress: shop.url.replace(/^https?:\/\//, '').replace(/\/+$/, ''),
    buyer: [order.userName, order.userEmail],
    delivery: [order.userName, ...order.address.split(/\r?\n/), order.phone].filter(
      (line) => line.trim() !== '',
    ),
    facts: factsOf(order),
    lines: order.lines.map((line) => ({
      name: line.partName,
      sku: line.sku,
      fit: line.orderedFit ? orderedFitText(line.orderedFit) : '',
      quantity: grouped(line.quantity),
      pricePerUnit: money(line.pricePerUnitMinor, settlement),
      amount: money(line.amountMinor, settlement),
    })),
    totalLabel: TOTAL_LABELS[kind],
    total: money(order.totalMinor, settlement),
    totalInWords: amountInWords(order.totalMinor, settlement),
    deductions: deductionsOf(order),
    exchange: list.code === settlement.code ? null : exchangeText(order),
    documentTitle: `${title} ${order.number}`,
  };
}

const TITLES: Readonly<Record<ReceiptKind, string>> = {
  receipt: 'Receipt',
  confirmation: 'Order confirmation – not paid',
  cancelled: 'Cancelled order',
  expired: 'Expired order',
  refunded: 'Refunded order',
};

const TOTAL_LABELS: Readonly<Record<ReceiptKind, string>> = {
  receipt: 'Total paid',
  confirmation: 'Total to pay',
  cancelled: 'Total, not paid',
  expired: 'Total, not paid',
  refunded: 'Total paid',
};

function kindOf({ status }: Order): ReceiptKind {
  switch (status) {
    case 'paid':
    case 'shipped':
      return 'receipt';
    case 'unpaid':
      return 'confirmation';
    default:
      return status;
  }
}

function statementOf(kind: ReceiptKind, order: Order, shop: IssuingShop): string {
  const test = shop.takesTestPayments ? ' Paid by a test payment: no money moved.' : '';
  switch (kind) {
    case 'receipt': {
      const back = refundedMinor(order) === 0 ? '' : ' A part of it was given back.';
      return `Paid in full${order.paidAt === null ? '' : ` on ${momentText(order.paidAt)}`}, by card.${back}${test}`;
    }
    case 'refunded':
      return `Paid, and given back to the card in full.${test}`;
    case 'confirmation':
      return `This is no receipt. The parts are reserved until ${momentText(order.expiresAt)}.`;
    case 'cancelled':
      return 'This order was cancelled unpaid. A payment that comes later goes back by itself. This is no receipt.';
    case 'expired':
      return 'This order was not paid in time. A payment that comes later goes back by itself. This is no receipt.';
  }
}

/** Only what has gone back: what is on its way may still come to nothing. */
function deductionsOf(order: Order): ReceiptFact[] {
  const money = (amountMinor: number) => formatMoney(amountMinor, order.settlementCurrency);
  const gone = order.refunds.filter(({ isDone }) => isDone);
  if (gone.length === 0) return [];
  return [
    ...gone.map(({ amountMinor, at }) => ({
      label: `Refunded on ${dayText(at)}`,
      value: money(-amountMinor),
    })),
    { label: 'Left of the payment', value: money(order.totalMinor - refundedMinor(order)) },
  ];
}

function exchangeText(order: Order): string {
  const { listCurrency: list, settlementCurrency: settlement } = order;
  const day = dayText(new Date(`${order.rateDate}T00:00:00Z`));
  const rate = `1 ${list.code} = ${order.rate} ${settlement.code}, the rate of ${day}`;
  return `List price ${formatMoney(order.listTotalMinor, list)}, at ${rate}`;
}

function factsOf(order: Order): ReceiptFact[] {
  const facts: ReceiptFact[] = [
    { label: 'Order', value: order.number },
    { label: 'Placed', value: momentText(order.placedAt) },
  ];
  if (order.paidAt !== null) facts.push({ label: 'Paid', value: momentText(order.paidAt) });
  if (order.transactionId !== null) facts.push({ label: 'Transaction', value: order.transactionId });
  if (order.closedAt !== null) {
    const label = order.status === 'expired' ? 'Expired' : 'Cancelled';
    facts.push({ label, value: momentText(order.closedAt) });
  }
  return facts;
}

/** "12,000". */
function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
}
