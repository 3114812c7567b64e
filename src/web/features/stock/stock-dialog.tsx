/** The stock of one part: what is there, a change with its reason, and what moved it lately. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { problemOf, problemOfCall } from '#contract/kernel/api-error.ts';
import type { ShopTable } from '#contract/table.ts';
import { showFieldErrors } from '#web/form-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { NumberInput, TextInput } from '#web/ui/inputs.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { notify } from '#web/ui/toasts.ts';
import styles from './stock-dialog.module.css';
import { StockLedger } from './stock-ledger.tsx';
import { stockQuery, useAdjustStock } from './stock-queries.ts';

type PartName = {
  readonly _id: string;
  readonly name: string;
  readonly brand: string;
  readonly partNumber: string;
};

/** Open while there is a `part` to ask about. */
export function StockDialog({
  part,
  onClose,
}: {
  readonly part: PartName | undefined;
  readonly onClose: () => void;
}) {
  // Held here, since the form goes when this closes: the same change asked for again must bear the same key.
  const adjust = useAdjustStock();
  // The last one asked about: its words stay while the dialog closes.
  const [shown, setShown] = useState(part);
  if (part !== undefined && part !== shown) setShown(part);
  return (
    <Dialog
      open={part !== undefined}
      onClose={() => !adjust.isPending && onClose()}
      title="Adjust stock"
      description={shown && `${shown.name} (${shown.brand} ${shown.partNumber})`}
    >
      {shown !== undefined && <Adjustment key={shown._id} part={shown} adjust={adjust} onClose={onClose} />}
    </Dialog>
  );
}

type Typed = { readonly quantity: string; readonly reason: string };

function Adjustment({
  part,
  adjust,
  onClose,
}: {
  readonly part: PartName;
  readonly adjust: ReturnType<typeof useAdjustStock>;
  readonly onClose: () => void;
}) {
  // How it ended goes with the form.
  useEffect(() => adjust.reset, [adjust.reset]);
  const stock = useQuery(stockQuery(part._id));
  const { register, handleSubmit, formState, setError, watch } = useForm<Typed>({
    defaultValues: { quantity: '', reason: '' },
  });
  const { errors } = formState;
  const available = stock.data === undefined ? undefined : stock.data.onHand - stock.data.reserved;
  const change = unitsOf(watch('quantity'));

  const onSubmit = handleSubmit((typed) => {
    const quantity = unitsOf(typed.quantity);
    if (quantity === undefined || adjust.isPending) return;
    adjust.mutate(
      { partId: part._id, quantity, reason: typed.reason.trim() },
      {
        onSuccess: ({ stock: left }) => {
          notify.success(`${part.name}: ${left} in stock.`);
          onClose();
        },
        onError: (error) => {
          const problem = problemOfCall<ShopTable['stockAdjust']>(error);
          if (problem?.code === 'STOCK_WOULD_BE_NEGATIVE') {
            const message = `${problem.title}: ${problem.stock} can be taken away`;
            setError('quantity', { message }, { shouldFocus: true });
          } else showFieldErrors(error, ['quantity', 'reason'], setError);
        },
      },
    );
  });
  const problem = problemOf(adjust.error);
  const isAtFields = problem?.code === 'STOCK_WOULD_BE_NEGATIVE' || (problem?.errors ?? []).length > 0;

  return (
    <div className={styles.inside}>
      <dl className={styles.levels}>
        <Level name="On the shelf" units={stock.data?.onHand} />
        <Level name="Reserved" units={stock.data?.reserved} />
        <Level name="Available" units={available} />
      </dl>
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <div className={styles.fields}>
          <Field
            label="Change"
            error={errors.quantity?.message}
            hint={
              available === undefined || change === undefined
                ? '12 more, or -3'
                : `${available + change} available then`
            }
          >
            {(ties) => (
              <NumberInput
                {...ties}
                // Phones' number keys have no minus.
                inputMode="text"
                {...register('quantity', {
                  validate: (value) =>
                    value.trim() === ''
                      ? 'value is Required'
                      : unitsOf(value) !== undefined || 'A whole number, such as 12 or -3',
                })}
              />
            )}
          </Field>
          <Field label="Reason" error={errors.reason?.message}>
            {(ties) => (
              <TextInput
                {...ties}
                maxLength={200}
                placeholder="Delivery, count, damage …"
                autoComplete="off"
                {...register('reason', {
                  validate: (value) => value.trim() !== '' || 'A reason is required',
                })}
              />
            )}
          </Field>
        </div>
        {adjust.isError && !isAtFields && (
          <ErrorNotice
            problem={problem ?? undefined}
            kept="What you typed is still here. Trying again changes the stock once."
          />
        )}
        <div className={styles.actions}>
          <Button onClick={onClose} disabled={adjust.isPending}>
            Back
          </Button>
          <Button type="submit" tone="signal" busy={adjust.isPending}>
            Adjust stock
          </Button>
        </div>
      </form>
      <StockLedger
        movements={stock.data?.movements}
        error={stock.isError && stock.data === undefined ? stock.error : undefined}
        onRetry={() => stock.refetch()}
      />
    </div>
  );
}

function Level({ name, units }: { readonly name: string; readonly units: number | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{units ?? '–'}</dd>
    </div>
  );
}

/** A change in units as it is typed: "12", "+12", "-3", with a hyphen or a minus. Undefined for anything else, and for 0. */
function unitsOf(text: string): number | undefined {
  const match = /^([+\-−])?(\d{1,7})$/.exec(text.trim());
  const units = Number(match?.[2] ?? 0);
  if (units === 0 || units > 1_000_000) return undefined;
  return match?.[1] === undefined || match[1] === '+' ? units : -units;
}
