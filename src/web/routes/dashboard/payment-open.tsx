/** An order that can be paid: the total, the card, and what is worth knowing before the button is pressed. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { OrderBody } from '#contract/ordering.ts';
import { currencyOf, formatDecimalMoney } from '#domain/money.ts';
import { Rate } from '#web/features/ordering/order-summary.tsx';
import { timeLeft } from '#web/features/ordering/time-left.ts';
import { CardForm } from '#web/features/payments/card-form.tsx';
import { paymentIntentQuery } from '#web/features/payments/payment-queries.ts';
import { usePaymentProvider } from '#web/features/payments/use-payment-provider.ts';
import { useShop } from '#web/features/shop/shop-query.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNotice, Note } from '#web/ui/notices.tsx';
import { Money } from '#web/ui/numbers.tsx';
import { chunk, useChunk } from '#web/use-chunk.ts';
import { useNow } from '#web/use-now.ts';
import styles from './payment.module.css';
import type { Paying } from './use-paying.ts';

const TEST_CARDS = chunk(() => import('#web/features/payments/test-cards.tsx'));

export function OpenOrder({ order, paying }: { readonly order: OrderBody; readonly paying: Paying }) {
  const { payments } = useShop();
  const queryClient = useQueryClient();
  const intent = useQuery(paymentIntentQuery(order));
  const { provider, retry } = usePaymentProvider(payments.publishableKey);
  const { state } = paying;

  const refusal = problemOf(intent.error)?.code;
  useEffect(() => {
    // Paid or closed meanwhile: the order itself says which.
    if (refusal !== undefined) void queryClient.invalidateQueries({ queryKey: ['orders', 'one'] });
  }, [queryClient, refusal]);

  return (
    <>
      <h1 className={styles.total}>
        Please Pay Total : {formatDecimalMoney(order.amount, currencyOf(order.currency))}
      </h1>
      <div className={styles.under}>
        {order.currency !== order.listCurrency && (
          <p>
            <Money amount={order.listAmount} currency={currencyOf(order.listCurrency)} /> at{' '}
            <Rate order={order} />
          </p>
        )}
        <KeptFor order={order} />
      </div>
      {payments.sandbox && (
        <Note>
          <p>This shop takes test payments only: no money moves.</p>
          <TestCards />
        </Note>
      )}
      {intent.isError && (
        <ErrorNotice
          problem={problemOf(intent.error) ?? undefined}
          kept="Nothing was charged; the order is kept."
          onRetry={() => intent.refetch()}
        />
      )}
      {provider.status === 'failed' && (
        <ErrorNotice
          title="The payment provider could not be reached"
          problem={{ title: '', detail: 'Its card form did not load.' }}
          kept="Nothing was charged; the order is kept."
          onRetry={retry}
        />
      )}
      <CardForm
        stripe={provider.status === 'ready' ? provider.stripe : null}
        clientSecret={intent.data?.clientSecret}
        payer={{ name: order.userName, email: order.userEmail }}
        notice={
          state.phase === 'failed' && (
            <ErrorNotice
              title={state.message}
              problem={{ title: state.message }}
              kept={
                state.isSurelyUncharged
                  ? 'Nothing was charged. The order and its stock are kept: try again, or another card.'
                  : 'Whether the card was charged is not known. Trying again is safe: this order is charged at most once.'
              }
            />
          )
        }
        onBegin={paying.begin}
        onOutcome={paying.end}
      />
      <p className={styles.small}>
        Charged once, to this card, in {order.currency}. Card data goes to the payment provider and never to
        us.
      </p>
    </>
  );
}

function TestCards() {
  const script = useChunk(TEST_CARDS);
  if (script.status === 'ready') return <script.module.default />;
  if (script.status === 'waiting') return <p>Test card numbers</p>;
  return (
    <p>
      Test card numbers: {script.message.toLowerCase()}.{' '}
      <Button size="small" onClick={script.retry}>
        Try again
      </Button>
    </p>
  );
}

function KeptFor({ order }: { readonly order: OrderBody }) {
  const now = useNow();
  if (order.expiresAt === null) return null;
  const left = timeLeft(order.expiresAt, now);
  return (
    <p>
      {left.isOver
        ? 'The time to pay is up; the order is about to expire.'
        : `The stock is kept for you for ${left.text} more.`}
    </p>
  );
}
