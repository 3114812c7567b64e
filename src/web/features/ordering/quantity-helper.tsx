/** How many of a part, rounded up to what can be ordered, with what that comes to and the way to the order form. */
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { PartDetailBody } from '#contract/catalogue.ts';
import type { ShopBody } from '#contract/shop.ts';
import { type Currency, formatMoney, fromDecimal, times } from '#domain/money.ts';
import { mostOrderable, type RoundedQuantity, roundUpQuantity } from '#domain/ordering/quantity.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { useLocale } from '#web/ui/locale.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import { wholeNumbers } from '#web/ui/whole-numbers.ts';
import styles from './quantity-helper.module.css';
import { parseQuantity, QuantityStepper } from './quantity-stepper.tsx';

/** Shown for parts that can be ordered. Without script, Enter in the field leads to the order form with what was typed. */
export function QuantityHelper({
  part,
  shop,
}: {
  readonly part: Pick<
    PartDetailBody,
    '_id' | 'price' | 'pricePerUnit' | 'minOrder' | 'orderMultiple' | 'stock'
  >;
  readonly shop: ShopBody;
}) {
  const navigate = useNavigate();
  const locale = useLocale();
  const format = (quantity: number) => wholeNumbers(locale).format(quantity);
  // Until somebody types, the order form may begin with what they typed there.
  const [typed, setTyped] = useState<string>();
  const [rounded, setRounded] = useState<RoundedQuantity & { readonly from: number }>();
  const text = typed ?? String(part.minOrder);
  const wanted = roundUpQuantity(parseQuantity(text), part);
  const most = mostOrderable(part);
  const isTooMany = wanted.quantity > most;

  const change = (value: string) => {
    setTyped(value);
    setRounded(undefined);
  };
  /** Puts the rounded quantity into the field, and says so. */
  const settle = () => {
    if (typed === undefined || wanted.roundedTo === null) return;
    setRounded({ ...wanted, from: parseQuantity(text) });
    setTyped(String(wanted.quantity));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    settle();
    if (isTooMany) return;
    void navigate({
      to: '/parts/$partsId',
      params: { partsId: part._id },
      search: { quantity: wanted.quantity },
    });
  };

  const reasonOf = ({ roundedTo }: RoundedQuantity) =>
    roundedTo === 'multiple' ? `sold in ${format(part.orderMultiple)}s` : 'the minimum order';
  /** What was done to the quantity, what will be, or what it has to be. */
  const saidOf = (): string => {
    if (rounded !== undefined) {
      const from = Number.isNaN(rounded.from) ? '' : `from ${format(rounded.from)} `;
      return `Rounded up ${from}to ${format(rounded.quantity)}: ${reasonOf(rounded)}.`;
    }
    if (wanted.roundedTo !== null && !Number.isNaN(parseQuantity(text)))
      return `Will be ${format(wanted.quantity)}: ${reasonOf(wanted)}.`;
    if (part.orderMultiple > 1)
      return `Sold in ${format(part.orderMultiple)}s, at least ${format(part.minOrder)}.`;
    return part.minOrder > 1 ? `At least ${format(part.minOrder)}.` : '';
  };
  return (
    <form className={styles.form} action={`/parts/${part._id}`} method="get" onSubmit={submit}>
      <Field
        label="Quantity"
        hint={
          <span className={styles.said} role="status">
            {saidOf()}
          </span>
        }
        error={
          isTooMany ? (
            <>
              Only {format(part.stock)} in stock, so at most{' '}
              <button type="button" onClick={() => change(String(most))}>
                {format(most)}
              </button>{' '}
              can be ordered now.
            </>
          ) : undefined
        }
      >
        {(ties) => (
          <QuantityStepper
            ties={ties}
            name="quantity"
            value={text}
            onChange={change}
            onBlur={settle}
            rule={part}
          />
        )}
      </Field>
      <FactRows>
        <Fact sum name={<Quantity value={wanted.quantity} unit={wanted.quantity === 1 ? 'unit' : 'units'} />}>
          <span className={styles.total}>
            {totalOf(part.pricePerUnit, wanted.quantity, shop.settlementCurrency)}
            {shop.listCurrency.code !== shop.settlementCurrency.code && (
              <small>{totalOf(part.price, wanted.quantity, shop.listCurrency)}</small>
            )}
          </span>
        </Fact>
      </FactRows>
      {isTooMany ? (
        <Button tone="signal" size="tall" full disabled>
          Buy Now
        </Button>
      ) : (
        <ButtonLink
          to="/parts/$partsId"
          params={{ partsId: part._id }}
          search={typed === undefined ? {} : { quantity: wanted.quantity }}
          tone="signal"
          size="tall"
          full
        >
          Buy Now
        </ButtonLink>
      )}
    </form>
  );
}

function totalOf(pricePerUnit: number, quantity: number, currency: Currency): string {
  const price = fromDecimal(pricePerUnit, currency);
  const total = price === undefined ? undefined : times(price, quantity);
  return total === undefined ? '–' : formatMoney(total, currency);
}
