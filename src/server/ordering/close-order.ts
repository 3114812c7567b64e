/** Closes an unpaid order: cancelled by a person, or expired by time. Its stock is free again. */
import { isClosed, isPaid, type Order } from '#domain/ordering/order.ts';
import { isRefusal, refuse } from '#domain/refusal.ts';
import { mayAccess } from '#domain/users/permission.ts';
import { type Audit, type AuditEntry, auditOfShop } from '#server/audit/audit.ts';
import { endPaymentAttempt, type SettleDeps, stopPayment } from '#server/payments/stop-payment.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { tell } from '#server/platform/telemetry.ts';
import { release } from '#server/stock/reserve.ts';
import type { User } from '#server/users/caller.ts';
import {
  findOrder,
  findOverdueOrders,
  lockOrder,
  markClosed,
  markingClosing,
  unmarkClosing,
} from './order-store.ts';
import { unitsOf } from './order-units.ts';

/** Cancels an order for its buyer or an admin. Answers the closed order, or why it stays. */
export async function cancelOrder(deps: SettleDeps, actor: User, orderRef: string, audit: Audit) {
  const wanted = { as: 'cancelled', by: actor.id, audit } as const;
  return close(deps, orderRef, wanted, (order) => mayAccess(actor, order));
}

/**
 * Expires an order that is due. Nothing happens, and nothing is refused, when it is paid, closed or not due yet. The time of
 * jobs is the database's, which may be ahead of ours: one that is not due yet gets another job.
 */
export async function expireOrder(deps: SettleDeps, orderId: string): Promise<void> {
  const waitSeconds = await secondsUntilDue(deps, orderId);
  if (waitSeconds > 0) {
    await inTransaction(deps.databases.write, (tx) =>
      deps.enqueue(tx, 'expire-order', { orderId }, { startAfter: Math.ceil(waitSeconds) }),
    );
    return;
  }
  const byTime = { as: 'expired', by: null, audit: null } as const;
  const outcome = await close(deps, orderId, byTime, (order) => order.expiresAt <= deps.now());
  // A payment under way decides the order's fate; the job is tried again until it has.
  if (isRefusal(outcome) && outcome.code === 'PAYMENT_UNAVAILABLE') throw new Error('a payment is under way');
}

/** How long an unpaid order still has; 0 for any other. */
async function secondsUntilDue({ databases, now }: SettleDeps, orderId: string): Promise<number> {
  const order = await findOrder(databases.write, orderId);
  if (order?.status !== 'unpaid') return 0;
  return Math.max(0, (order.expiresAt.getTime() - now().getTime()) / 1_000);
}

/** How long after its time an unpaid order counts as forgotten by its job. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;

/**
 * Expires unpaid orders whose job did not: one that used up its tries, or was lost. Answers how many it tried; what
 * can't be closed now is left for the next time. Safe to do in several processes at once.
 */
export async function expireForgotten(deps: SettleDeps): Promise<number> {
  const dueBy = new Date(deps.now().getTime() - FORGOTTEN_AFTER_MS);
  const forgotten = await findOverdueOrders(deps.databases.write, dueBy);
  for (const orderId of forgotten) {
    await expireOrder(deps, orderId).catch((error: unknown) => {
      deps.log.warn({ err: error, orderId }, 'an order that is due could not be expired');
    });
  }
  return forgotten.length;
}

type Closing = {
  readonly as: 'cancelled' | 'expired';
  /** The person who wants it; null where it is time. */
  readonly by: string | null;
  /** Null where nobody did it. */
  readonly audit: Audit | null;
};

async function close(deps: SettleDeps, orderRef: string, wanted: Closing, may: (order: Order) => boolean) {
  // 1. From here on no new payment may start …
  const order = await inTransaction(deps.databases.write, async (tx, lastly) => {
    const found = await lockOrder(tx, orderRef);
    if (found === undefined || !may(found)) return refuse('NOT_FOUND');
    if (isPaid(found) || found.status === 'refunded') return refuse('ORDER_PAID');
    if (isClosed(found)) return refuse('ORDER_CLOSED');
    lastly([markingClosing(tx, found.id, wanted.as, wanted.by)]);
    return found;
  });
  if (isRefusal(order)) return order;
  // What was begun and interrupted is ended as what it was begun as.
  const as = order.closingAs ?? wanted.as;

  // 2. … the open one is stopped at the provider …
  const stopped = await stopPayment(deps, order);
  if (stopped === 'paid') return refuse('ORDER_PAID', 'The payment had already gone through');
  if (stopped === 'processing') {
    await inTransaction(deps.databases.write, (tx) => unmarkClosing(tx, order.id));
    return refuse('PAYMENT_UNAVAILABLE', 'A payment of this order is under way; try again in a minute');
  }

  // 3. … and the order is closed. Interrupted before this, the next try or the expiry goes on from here.
  const closed = await inTransaction(deps.databases.write, async (tx) => {
    const now = deps.now();
    const marked = await markClosed(tx, order.id, as, now);
    if (marked === undefined) {
      const current = await findOrder(tx, order.id);
      return current !== undefined && isPaid(current)
        ? refuse('ORDER_PAID', 'The payment had already gone through')
        : refuse('ORDER_CLOSED');
    }
    await Promise.all([
      release(tx, unitsOf(order.lines), { orderId: order.id, now }),
      endPaymentAttempt(tx, order.id, 'cancelled', now),
      deps.enqueue(tx, 'mail-about-order', { orderId: order.id, event: as }),
      auditClosing(deps, tx, wanted, marked.begunBy, {
        object: { kind: 'order', id: order.id, name: order.number },
        before: { status: order.status },
        after: { status: as },
      }),
    ]);
    return order;
  });
  if (!isRefusal(closed)) tell(`order ${as}`);
  return closed;
}

/** Writes down whose doing it is: of whoever began to close the order, though another's call, or time, has ended it. */
async function auditClosing(
  { now }: SettleDeps,
  tx: Tx,
  { by, audit }: Closing,
  begunBy: string | null,
  entry: AuditEntry,
): Promise<void> {
  if (begunBy === null || begunBy === by) return audit?.write(tx, entry);
  audit?.nothingToKeep();
  // Where that person called from is not known any more.
  return auditOfShop('order.cancelled', now).write(tx, { ...entry, by: begunBy });
}
