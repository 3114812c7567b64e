/** How much goes back, and why: the whole of what is left unless told. */
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { problemOf, problemOfCall } from '#contract/kernel/api-error.ts';
import type { ShopTable } from '#contract/table.ts';
import { currencyOf, formatDecimalMoney, fromDecimal, toDecimal } from '#domain/money.ts';
import { showFieldErrors } from '#web/form-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { NumberInput, TextInput } from '#web/ui/inputs.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Money } from '#web/ui/numbers.tsx';
import { notify } from '#web/ui/toasts.ts';
import styles from './refund-dialog.module.css';
import { type RefundSubject, useRefund } from './refund-queries.ts';
import { amountOf } from './typed-amount.ts';

/** Open while there is a `subject` to give money back of. */
export function RefundDialog({
  subject,
  onClose,
}: {
  readonly subject: RefundSubject | undefined;
  readonly onClose: () => void;
}) {
  // Held here, since the form goes when this closes: the same refund asked for again must bear the same key.
  const refund = useRefund();
  // The last one asked about: its words stay while the dialog closes.
  const [shown, setShown] = useState(subject);
  if (subject !== undefined && subject.transactionId !== shown?.transactionId) setShown(subject);
  return (
    <Dialog
      open={subject !== undefined}
      onClose={() => !refund.isPending && onClose()}
      title="Give money back"
      description={shown?.orderId === null ? `Payment ${shown.transactionId}` : `Order ${shown?.orderId}`}
    >
      {shown !== undefined && (
        <RefundForm
          key={String(subject === undefined)}
          subject={subject ?? shown}
          refund={refund}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

type Typed = { readonly amount: string; readonly reason: string; readonly returns: readonly string[] };

function RefundForm({
  subject,
  refund,
  onClose,
}: {
  readonly subject: RefundSubject;
  readonly refund: ReturnType<typeof useRefund>;
  readonly onClose: () => void;
}) {
  // How it ended goes with the form.
  useEffect(() => refund.reset, [refund.reset]);
  const currency = currencyOf(subject.currency);
  const returnable = subject.returnable.filter(({ quantity }) => quantity > 0);
  const { register, handleSubmit, formState, setError, watch } = useForm<Typed>({
    defaultValues: {
      amount: subject.refundable.toFixed(currency.decimals),
      reason: '',
      returns: returnable.map(() => ''),
    },
  });
  const { errors } = formState;
  const typedAmount = amountOf(watch('amount'));
  const isWhole = typedAmount !== undefined && typedAmount === subject.refundable;
  const money = (amount: number) => formatDecimalMoney(amount, currency);

  const judgeAmount = (text: string): string | true => {
    const amount = amountOf(text);
    const minor = amount === undefined ? undefined : fromDecimal(amount, currency);
    if (minor === undefined || minor <= 0)
      return `An amount such as ${subject.refundable.toFixed(currency.decimals)}`;
    return minor <= (fromDecimal(subject.refundable, currency) ?? 0)
      ? true
      : `At most ${money(subject.refundable)} is left`;
  };

  const onSubmit = handleSubmit((typed) => {
    const amount = amountOf(typed.amount);
    if (amount === undefined || refund.isPending) return;
    const returns = returnable.flatMap(({ partId }, index) => {
      const quantity = unitsOf(typed.returns[index] ?? '');
      return quantity === undefined || quantity === 0 ? [] : [{ partId, quantity }];
    });
    refund.mutate(
      { subject, amount, reason: typed.reason.trim(), returns },
      {
        onSuccess: ({ status }) => {
          notify.success(
            status === 'requested'
              ? `${money(amount)} goes back as soon as the payment provider answers.`
              : `${money(amount)} is on its way back.`,
          );
          onClose();
        },
        onError: (error) => {
          const problem = problemOfCall<ShopTable['orderRefund']>(error);
          if (problem?.code === 'REFUND_TOO_LARGE') {
            const message = `${problem.title}: ${money(problem.refundable)}`;
            setError('amount', { message }, { shouldFocus: true });
          } else showFieldErrors(error, ['amount', 'reason'], setError);
        },
      },
    );
  });
  const problem = problemOf(refund.error);
  const isAtFields = problem?.code === 'REFUND_TOO_LARGE' || (problem?.errors ?? []).length > 0;
  // Somebody else gave it back, or the order is gone: trying again can't help.
  const isOver = problem?.code === 'NOTHING_TO_REFUND' || problem?.code === 'NOT_FOUND';

  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <Field
        label={`Amount, ${currency.label}`}
        error={errors.amount?.message}
        hint={
          <>
            {isWhole ? 'All that is left' : 'A part'} of the{' '}
            <Money amount={subject.amount} currency={currency} /> that were paid. It goes back to the card.
          </>
        }
      >
        {(ties) => <NumberInput decimals {...ties} {...register('amount', { validate: judgeAmount })} />}
      </Field>
      <Field label="Reason" error={errors.reason?.message} hint="The buyer reads it.">
        {(ties) => (
          <TextInput
            {...ties}
            maxLength={200}
            placeholder="Returned, damaged on the way, ordered twice …"
            autoComplete="off"
            {...register('reason', { validate: (value) => value.trim() !== '' || 'A reason is required' })}
          />
        )}
      </Field>
      {returnable.length > 0 && (
        <Fold summary="Put units back on the shelf">
          <div className={styles.returns}>
            {returnable.map((part, index) => (
              <Field
                key={part.partId}
                label={part.name}
                error={errors.returns?.[index]?.message}
                hint={`0 to ${part.quantity}`}
              >
                {(ties) => (
                  <NumberInput
                    {...ties}
                    placeholder="0"
                    {...register(`returns.${index}`, {
                      validate: (value) =>
                        (unitsOf(value) ?? part.quantity + 1) <= part.quantity || `0 to ${part.quantity}`,
                    })}
                  />
                )}
              </Field>
            ))}
          </div>
        </Fold>
      )}
      {refund.isError && !isAtFields && (
        <ErrorNotice
          problem={problem ?? undefined}
          kept={
            isOver
              ? 'Nothing was given back by this. The page behind this shows how it stands now.'
              : 'What you typed is still here. Trying again gives the money back once.'
          }
        />
      )}
      <div className={styles.actions}>
        <Button onClick={onClose} disabled={refund.isPending}>
          {isOver ? 'Close' : 'Back'}
        </Button>
        {!isOver && (
          <Button type="submit" tone="danger" busy={refund.isPending}>
            Refund
            {typedAmount !== undefined && judgeAmount(watch('amount')) === true && ` ${money(typedAmount)}`}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Units as they are typed; none is 0. Undefined for what is no whole number. */
function unitsOf(text: string): number | undefined {
  const plain = text.trim();
  return /^\d{0,7}$/.test(plain) ? Number(plain) : undefined;
}

/** What is left of an order's payment, neither given back nor on its way. */
export function leftOf(order: {
  readonly amount: number;
  readonly refunded: number;
  readonly refunding: number;
  readonly currency: string;
}): number {
  const currency = currencyOf(order.currency);
  const minor = (amount: number) => fromDecimal(amount, currency) ?? 0;
  return toDecimal(minor(order.amount) - minor(order.refunded) - minor(order.refunding), currency);
}
