/** How far a refund has got: a status, and what a person has to know of it. */
import type { RefundBody } from '#contract/payments.ts';
import { Status, type StatusTone } from '#web/ui/status.tsx';

const STATES: Readonly<Record<RefundBody['status'], { readonly tone: StatusTone; readonly word: string }>> = {
  requested: { tone: 'warn', word: 'Asked for' },
  pending: { tone: 'warn', word: 'On its way' },
  succeeded: { tone: 'good', word: 'Refunded' },
  failed: { tone: 'bad', word: 'Failed' },
};

export function RefundState({ refund }: { readonly refund: Pick<RefundBody, 'status'> }) {
  const { tone, word } = STATES[refund.status];
  return <Status tone={tone}>{word}</Status>;
}

/** Whose doing a refund is. */
export function causeOf({ cause, byEmail }: Pick<RefundBody, 'cause' | 'byEmail'>): string {
  switch (cause) {
    case 'admin':
      return byEmail ?? 'the shop';
    case 'late':
      return 'by itself';
    case 'provider':
      return 'at the provider';
  }
}
