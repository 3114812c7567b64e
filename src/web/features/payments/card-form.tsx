/** The card and the button that pays. */
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { Lock } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import styles from './card-form.module.css';
import { useCardStyle } from './card-look.ts';
import { type PaymentOutcome, payByCard } from './pay-by-card.ts';

export type CardFormProps = {
  /** Null while it is loading. */
  readonly stripe: Stripe | null;
  /** Undefined until the shop has answered. */
  readonly clientSecret: string | undefined;
  readonly payer: { readonly name: string; readonly email: string };
  /** Stands between the card and the button: what went wrong the last time. */
  readonly notice?: ReactNode;
  /** Called when paying begins, and with how it ended. */
  readonly onBegin: () => void;
  readonly onOutcome: (outcome: PaymentOutcome) => void;
};

export function CardForm({ stripe, ...rest }: CardFormProps) {
  return (
    <Elements stripe={stripe}>
      <Form {...rest} />
    </Elements>
  );
}

function Form({ clientSecret, payer, notice, onBegin, onOutcome }: Omit<CardFormProps, 'stripe'>) {
  const stripe = useStripe();
  const elements = useElements();
  const style = useCardStyle();
  const [problem, setProblem] = useState<string>();
  const [isPaying, setIsPaying] = useState(false);
  // The state is one rendering late for a second press of the same moment.
  const isUnderWay = useRef(false);
  const hasFailed = useRef(false);
  const options = useMemo(
    () => ({
      style,
      hidePostalCode: true,
      disabled: isPaying,
      classes: { base: styles.card ?? '', focus: styles.focused ?? '', invalid: styles.invalid ?? '' },
    }),
    [style, isPaying],
  );

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || clientSecret === undefined || isUnderWay.current) return;
    isUnderWay.current = true;
    setIsPaying(true);
    onBegin();
    const outcome = await payByCard({ stripe, card, clientSecret, payer });
    isUnderWay.current = false;
    hasFailed.current = outcome.kind === 'failed' || outcome.kind === 'incomplete';
    if (outcome.kind === 'incomplete') setProblem(outcome.message);
    setIsPaying(false);
    onOutcome(outcome);
  };
  useEffect(() => {
    // The field stays, for another card or a mended one; it takes the focus as soon as it is enabled again.
    if (isPaying || !hasFailed.current) return;
    hasFailed.current = false;
    elements?.getElement(CardElement)?.focus();
  }, [isPaying, elements]);

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <Field label="Card" error={problem}>
        {({ id }) => (
          <div className={styles.place}>
            <CardElement id={id} options={options} onChange={({ error }) => setProblem(error?.message)} />
          </div>
        )}
      </Field>
      {notice}
      <Button
        type="submit"
        tone="signal"
        size="tall"
        full
        busy={isPaying}
        disabled={!stripe || !elements || clientSecret === undefined}
      >
        <Lock className="icon" aria-hidden="true" />
        Confirm Order
      </Button>
    </form>
  );
}
