/** Refunds as the wire has them, and those of one order. */
import type { RefundBody } from '#contract/payments.ts';
import { currencyOf, toDecimal } from '#domain/money.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type ListedRefund, refundsOfOrder, returnedUnits } from './refund-store.ts';

/** `isForAdmin`: who asked for it, and what the provider said of a failure, are the shop's own business. */
export function refundBody(refund: ListedRefund, isForAdmin: boolean): RefundBody {
  return {
    _id: refund.id,
    transactionId: refund.intentId,
    orderId: refund.orderNumber,
    amount: toDecimal(refund.amountMinor, currencyOf(refund.currency)),
    currency: refund.currency,
    status: refund.status,
    cause: refund.cause,
    reason: refund.reason,
    failure: isForAdmin ? refund.failure : null,
    requestedAt: refund.requestedAt.toISOString(),
    settledAt: refund.settledAt?.toISOString() ?? null,
    byEmail: isForAdmin ? refund.actorEmail : null,
  };
}

/** The refunds about an order, for its page, and the units of its parts that have come back, by part. */
export async function readOrderRefunds(
  db: Db,
  orderId: string,
  isForAdmin: boolean,
): Promise<{ refunds: RefundBody[]; returned: ReadonlyMap<number, number> }> {
  const [refunds, returned] = await Promise.all([refundsOfOrder(db, orderId), returnedUnits(db, orderId)]);
  return {
    // A try that came to nothing is the shop's to deal with; the buyer sees what does go back.
    refunds: refunds
      .filter(({ status }) => isForAdmin || status !== 'failed')
      .map((refund) => refundBody(refund, isForAdmin)),
    returned,
  };
}
