/** One attempt to pay an order, from the press of the button to the order that is marked as paid. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { isProblem } from '#contract/kernel/api-error.ts';
import type { OrderBody } from '#contract/ordering.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { orderQuery } from '#web/features/ordering/order-queries.ts';
import type { PaymentOutcome } from '#web/features/payments/pay-by-card.ts';
import { reportPayment } from '#web/features/payments/payment-queries.ts';

export type PayingState =
  | { readonly phase: 'entering' }
  | { readonly phase: 'paying' }
  | { readonly phase: 'failed'; readonly message: string; readonly isSurelyUncharged: boolean }
  | PaidState;

/** The provider has the money (or is about to); what the shop knows of it. */
export type PaidState = {
  readonly phase: 'paid';
  readonly transactionId: string;
  /** The card's issuer has not decided yet. */
  readonly isProcessing: boolean;
  /** `marking`: on its way; `later`: the shop could not be told and will hear from the provider itself. */
  readonly order: 'marking' | 'marked' | 'later' | 'closed';
};

export type Paying = {
  readonly state: PayingState;
  readonly begin: () => void;
  readonly end: (outcome: PaymentOutcome) => void;
  /** Tells the shop once more. */
  readonly report: () => void;
};

export function usePaying(order: OrderBody): Paying {
  const user = useUser();
  const queryClient = useQueryClient();
  const [state, setState] = useState<PayingState>({ phase: 'entering' });
  const { _id: orderId } = order;

  const tell = useCallback(
    async (paid: Omit<PaidState, 'order'>) => {
      setState({ ...paid, order: 'marking' });
      try {
        const marked = await reportPayment(orderId, paid.transactionId);
        setState({ ...paid, isProcessing: false, order: 'marked' });
        for (const id of [marked._id, marked.orderId]) {
          queryClient.setQueryData(
            orderQuery(user.email, id).queryKey,
            // Its lines and events come with the order itself.
            (known) => known && { ...known, ...marked, lines: known.lines },
          );
        }
      } catch (error) {
        setState({ ...paid, order: isProblem(error, 'ORDER_CLOSED') ? 'closed' : 'later' });
      }
      await queryClient.invalidateQueries({ queryKey: ['orders'] });
    },
    [orderId, queryClient, user.email],
  );

  return {
    state,
    begin: () => setState({ phase: 'paying' }),
    end: (outcome) => {
      if (outcome.kind === 'incomplete') {
        setState({ phase: 'entering' });
        return;
      }
      if (outcome.kind === 'failed') {
        const { message, isSurelyUncharged } = outcome;
        setState({ phase: 'failed', message, isSurelyUncharged });
        // The order may have been closed, or its intent ended, while the card was typed.
        void queryClient.invalidateQueries({ queryKey: ['orders', 'one'] });
        void queryClient.invalidateQueries({ queryKey: ['payment-intent', orderId] });
        return;
      }
      const { transactionId } = outcome;
      void tell({ phase: 'paid', transactionId, isProcessing: outcome.kind === 'processing' });
    },
    report: () => {
      if (state.phase === 'paid' && state.order !== 'marking') void tell(state);
    },
  };
}
