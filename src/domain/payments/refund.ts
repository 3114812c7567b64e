/** Giving money back: how much may go, and how a refund moves on. */
import { type Refusal, refuse, refuseWith } from '../refusal.ts';

/**
 * `requested`: written down, and the provider has not answered yet. `pending`: the provider has begun. `succeeded`: it is
 * done, as far as the provider knows; banks have been known to send money back, which makes it `failed` after all.
 */
export type RefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed';

/** Whose doing it is: an admin's, the shop's own (the payment came too late), or somebody's at the provider's pages. */
export type RefundCause = 'admin' | 'late' | 'provider';

/**
 * Which status may follow which. What the provider said is asked for anew each time, and an older answer that comes later
 * takes nothing back. A refund that the provider refused has failed for good: the next try is another refund.
 */
export const REFUND_TRANSITIONS: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  requested: ['pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
};

/** The statuses from which a refund may become `to`. */
export function statusesBefore(to: RefundStatus): RefundStatus[] {
  const all: RefundStatus[] = ['requested', 'pending', 'succeeded', 'failed'];
  return all.filter((from) => REFUND_TRANSITIONS[from].includes(to));
}

/** A payment with what has been asked back of it: everything but what failed. */
export type RefundablePayment = { readonly amountMinor: number; readonly claimedMinor: number };

/** What may still be given back. */
export function refundableMinor({ amountMinor, claimedMinor }: RefundablePayment): number {
  return amountMinor - claimedMinor;
}

/**
 * How much to give back: what was asked for, or all that is left.
 *
 * @param askedMinor above 0; undefined for the rest
 */
export function judgeRefund(
  payment: RefundablePayment,
  askedMinor: number | undefined,
):
  | number
  | Refusal<'NOTHING_TO_REFUND', undefined>
  | Refusal<'REFUND_TOO_LARGE', { readonly refundableMinor: number }> {
  const left = refundableMinor(payment);
  if (left <= 0)
    return refuse('NOTHING_TO_REFUND', 'All of this payment has been given back, or is on its way');
  if (askedMinor !== undefined && askedMinor > left)
    return refuseWith('REFUND_TOO_LARGE', { refundableMinor: left });
  return askedMinor ?? left;
}

/** Settlements after which the money is plainly the buyer's and goes back without anybody's word. */
export function isGivenBackAtOnce(settlement: string): boolean {
  return settlement === 'order-closed' || settlement === 'already-paid';
}
