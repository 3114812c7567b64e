/** The order form of one part. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { PartDetailBody } from '#contract/catalogue.ts';
import type { ShopBody } from '#contract/shop.ts';
import { type Currency, formatDecimalMoney, formatMoney, fromDecimal, times } from '#domain/money.ts';
import { canBeOrdered, checkQuantity } from '#domain/ordering/quantity.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea, TextInput } from '#web/ui/inputs.tsx';
import { ErrorNotice, Note } from '#web/ui/notices.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import { notify } from '#web/ui/toasts.ts';
import { type Delivery, LastDelivery } from './last-delivery.tsx';
import { keepDraft, type OrderDraft, readDraft } from './order-draft.ts';
import styles from './order-form.module.css';
import { type ForVehicle, orderProblemOf, usePlaceOrder } from './place-order.ts';
import { QuantityField } from './quantity-field.tsx';
import { parseQuantity } from './quantity-stepper.tsx';
import { type OrderedEarlier, ReorderNote } from './reorder-note.tsx';

export function OrderForm({
  part,
  shop,
  earlier,
  quantity: asked,
  forVehicle,
  onTruth,
}: {
  readonly part: PartDetailBody;
  readonly shop: ShopBody;
  /** What is ordered again: its quantity, address and phone are in the form, and what has changed is said above it. */
  readonly earlier?: OrderedEarlier | undefined;
  /** How many the form begins anew with, as the address says; it is taken out of there. */
  readonly quantity?: number | undefined;
  /** The vehicle that the buyer has chosen; kept with the order. */
  readonly forVehicle?: ForVehicle | undefined;
  /** Told what the server says of the part when it differs from what is shown. */
  readonly onTruth: (truth: Partial<PartDetailBody>) => void;
}) {
  const navigate = useNavigate();
  const placing = usePlaceOrder(part, onTruth);
  const { email } = useUser();
  const form = useForm<OrderDraft>({
    defaultValues: beginning(part, asked, earlier, email),
  });
  const { subscribe, getValues } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft({ email, partId: part._id }, values),
      }),
    [subscribe, email, part._id],
  );
  useEffect(() => {
    if (asked === undefined) return;
    // From now on the draft has it: a reload shows what was typed over it, and another "Buy Now" brings its own.
    keepDraft({ email, partId: part._id }, getValues());
    void navigate({
      to: '.',
      search: ({ quantity: _, ...others }) => others,
      replace: true,
      resetScroll: false,
      state: { staysInPlace: true },
    });
  }, [asked, email, part._id, getValues, navigate]);

  const quantity = parseQuantity(form.watch('quantity'));
  const orderable = canBeOrdered(part) && !part.archived;
  const verdict = checkQuantity(quantity, part);

  const onSubmit = form.handleSubmit(async ({ address, phone }) => {
    if (!verdict.ok || placing.isPending) return;
    const order = {
      quantity,
      address: address.trim(),
      phone: phone.trim(),
      pricePerUnit: part.pricePerUnit,
      forVehicle,
    };
    // What goes wrong is shown below; nothing that was typed goes away.
    const placed = await placing.mutateAsync(order).catch(() => undefined);
    if (placed === undefined) return;
    notify.success('You have successfully placed your Order ');
    await navigate({ to: '/dashboard/payment/$id', params: { id: placed.insertedId } });
  });

  const takeDelivery = ({ address, phone }: Delivery) => {
    const asTyped = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue('address', address, asTyped);
    if (getValues('phone').trim() === '') form.setValue('phone', phone, asTyped);
    form.setFocus('phone');
  };

  const { errors } = form.formState;
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {earlier !== undefined && (
        <ReorderNote
          earlier={earlier}
          part={part}
          currencyCode={shop.settlementCurrency.code}
          onQuantity={(possible) => form.setValue('quantity', String(possible), { shouldDirty: true })}
        />
      )}
      <Controller
        control={form.control}
        name="quantity"
        render={({ field }) => <QuantityField value={field.value} onChange={field.onChange} rule={part} />}
      />
      <div className={styles.address}>
        <Field label="Address" error={errors.address?.message}>
          {(ties) => (
            <TextArea
              {...ties}
              rows={3}
              maxLength={500}
              autoComplete="street-address"
              {...form.register('address', { validate: required('Address is Required') })}
            />
          )}
        </Field>
        {form.watch('address').trim() === '' && <LastDelivery onTake={takeDelivery} />}
      </div>
      <Field label="Phone" error={errors.phone?.message}>
        {(ties) => (
          <TextInput
            {...ties}
            type="tel"
            maxLength={40}
            autoComplete="tel"
            {...form.register('phone', { validate: required('Phone is Required') })}
          />
        )}
      </Field>
      <FactRows>
        <Fact
          sum
          name={verdict.ok ? <Quantity value={quantity} unit={quantity === 1 ? 'unit' : 'units'} /> : 'Total'}
        >
          {verdict.ok ? totalOf(part.pricePerUnit, quantity, shop.settlementCurrency) : '–'}
        </Fact>
      </FactRows>
      {placing.error !== null && (
        <Failure error={placing.error} currency={shop.settlementCurrency} onRetry={onSubmit} />
      )}
      {!orderable && (
        <Note tone="warn">
          {part.archived
            ? 'This part is no longer sold.'
            : 'There is less in stock than the minimum order, so this part cannot be ordered just now.'}
        </Note>
      )}
      <Button
        type="submit"
        tone="signal"
        size="tall"
        full
        disabled={!verdict.ok || !orderable}
        busy={placing.isPending}
      >
        Place Order
      </Button>
      <p className="small quiet">
        Nothing is paid yet. The stock is held for you for {holdTime(shop.orderExpiryMinutes)}; until you pay
        you can cancel.
      </p>
    </form>
  );
}

/** What was typed before for the same; or anew, with what the address asks for or is ordered again. */
function beginning(
  part: PartDetailBody,
  asked: number | undefined,
  earlier: OrderedEarlier | undefined,
  email: string,
): OrderDraft {
  const draft = readDraft({ email, partId: part._id });
  const again = earlier?.order.orderId;
  const isSame = asked === undefined && (again === undefined || draft?.again === again);
  if (draft !== undefined && isSame) return draft;
  return {
    quantity: String(asked ?? earlier?.line.quantity ?? part.minOrder),
    address: earlier?.order.address ?? draft?.address ?? '',
    phone: earlier?.order.phone ?? draft?.phone ?? '',
    again,
  };
}

const required = (message: string) => (value: string) => value.trim() !== '' || message;

function totalOf(pricePerUnit: number, quantity: number, currency: Currency): string {
  const price = fromDecimal(pricePerUnit, currency);
  const total = price === undefined ? undefined : times(price, quantity);
  return total === undefined ? '–' : formatMoney(total, currency);
}

function holdTime(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`;
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
}

/** What went wrong, what was kept, and what to do. */
function Failure({
  error,
  currency,
  onRetry,
}: {
  readonly error: unknown;
  readonly currency: Currency;
  readonly onRetry: () => void;
}) {
  const problem = orderProblemOf(error);
  switch (problem?.code) {
    case 'PRICE_CHANGED':
      return (
        <Note tone="warn">
          <p>
            The price has changed to {formatDecimalMoney(problem.pricePerUnit, currency)} per unit. What you
            typed is kept: look at the new total, then place the order.
          </p>
        </Note>
      );
    case 'OUT_OF_STOCK':
    case 'BELOW_MINIMUM':
    case 'NOT_A_MULTIPLE':
      return (
        <Note tone="warn">
          <p>
            {problem.title}. The available stock has changed while you were here; it is shown as it is now,
            and what you typed is kept.
          </p>
        </Note>
      );
    case 'TOO_MANY_UNPAID':
      return (
        <Note tone="warn">
          <p>
            You have {problem.limit} unpaid orders, which is as many as an account may hold. Pay or cancel one
            in <Link to="/dashboard/myorder">My Order</Link>; what you typed here is kept.
          </p>
        </Note>
      );
    default:
      return (
        <ErrorNotice
          problem={problem ?? undefined}
          kept="What you typed is kept. Trying again cannot order twice."
          onRetry={onRetry}
        />
      );
  }
}
