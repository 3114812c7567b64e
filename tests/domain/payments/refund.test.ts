import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgeRefund,
  REFUND_TRANSITIONS,
  type RefundStatus,
  refundableMinor,
  statusesBefore,
} from '#domain/payments/refund.ts';
import { isRefusal } from '#domain/refusal.ts';

const statuses: RefundStatus[] = ['requested', 'pending', 'succeeded', 'failed'];

describe('how much goes back', () => {
  const anyPayment = fc
    .tuple(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 0, max: 10_000 }))
    .map(([amountMinor, claimed]) => ({ amountMinor, claimedMinor: Math.min(claimed, amountMinor) }));

  it('is never more than is left of the payment', () => {
    fc.assert(
      fc.property(anyPayment, fc.option(fc.integer({ min: 1, max: 20_000 })), (payment, asked) => {
        const judged = judgeRefund(payment, asked ?? undefined);
        const left = refundableMinor(payment);
        if (isRefusal(judged)) {
          expect(judged.code).toBe(left === 0 ? 'NOTHING_TO_REFUND' : 'REFUND_TOO_LARGE');
          if (left > 0) expect(asked).toBeGreaterThan(left);
        } else {
          expect(judged).toBe(asked ?? left);
          expect(judged).toBeLessThanOrEqual(left);
          expect(judged).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('is all that is left where nobody says how much', () => {
    expect(judgeRefund({ amountMinor: 1_000, claimedMinor: 400 }, undefined)).toBe(600);
  });
});

describe('a refund', () => {
  it('never goes back to what it was', () => {
    const visit = (status: RefundStatus, path: readonly RefundStatus[]): void => {
      expect(path).not.toContain(status);
      for (const next of REFUND_TRANSITIONS[status]) visit(next, [...path, status]);
    };
    for (const status of statuses) visit(status, []);
  });

  it('knows what may come before each status', () => {
    for (const to of statuses) {
      expect(statusesBefore(to)).toEqual(statuses.filter((from) => REFUND_TRANSITIONS[from].includes(to)));
    }
    expect(statusesBefore('succeeded')).not.toContain('failed');
  });
});
