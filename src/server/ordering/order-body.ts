/** An order as the wire has it. */
import type { OrderBody, ReceiptBody } from '#contract/ordering.ts';
import { toDecimal } from '#domain/money.ts';
import {
  isPaid,
  type Order,
  refundedMinor,
  refundingMinor,
  summarise,
  unitCount,
} from '#domain/ordering/order.ts';
import type { Receipt } from '#domain/ordering/receipt.ts';

export function orderBody(order: Order): OrderBody {
  const inSettlement = (minor: number) => toDecimal(minor, order.settlementCurrency);
  const inList = (minor: number) => toDecimal(minor, order.listCurrency);
  const only = order.lines.length === 1 ? order.lines[0] : undefined;
  return {
    _id: order.id,
    orderId: order.number,
    partsName: summarise(order),
    userName: order.userName,
    userEmail: order.userEmail,
    orderQuantity: unitCount(order),
    pricePerUnit: only === undefined ? null : inSettlement(only.pricePerUnitMinor),
    address: order.address,
    phone: order.phone,
    paid: isPaid(order),
    transactionId: order.transactionId,
    status: order.status,
    amount: inSettlement(order.totalMinor),
    listAmount: inList(order.listTotalMinor),
    currency: order.settlementCurrency.code,
    listCurrency: order.listCurrency.code,
    rate: order.rate,
    rateDate: order.rateDate,
    placedAt: order.placedAt.toISOString(),
    expiresAt: order.status === 'unpaid' ? order.expiresAt.toISOString() : null,
    paidAt: order.paidAt?.toISOString() ?? null,
    closedAt: order.closedAt?.toISOString() ?? null,
    refunded: inSettlement(refundedMinor(order)),
    refunding: inSettlement(refundingMinor(order)),
    lines: order.lines.map((line) => ({
      partId: String(line.partId),
      partsName: line.partName,
      sku: line.sku,
      quantity: line.quantity,
      pricePerUnit: inSettlement(line.pricePerUnitMinor),
      price: inList(line.listPriceMinor),
      amount: inSettlement(line.amountMinor),
      fit: line.orderedFit ?? null,
    })),
  };
}

/** The document about an order as the wire has it: the same, in lists that may be changed. */
export function receiptBody(receipt: Receipt): ReceiptBody {
  return {
    ...receipt,
    buyer: [...receipt.buyer],
    delivery: [...receipt.delivery],
    facts: [...receipt.facts],
    deductions: [...receipt.deductions],
    lines: [...receipt.lines],
  };
}
