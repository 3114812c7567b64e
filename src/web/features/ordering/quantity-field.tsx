/** How many to order; judged by the shop's quantity rule at every change. */
import { checkQuantity, type QuantityRule } from '#domain/ordering/quantity.ts';
import { Field } from '#web/ui/field.tsx';
import { useLocale } from '#web/ui/locale.tsx';
import { wholeNumbers } from '#web/ui/whole-numbers.ts';
import { nearestOrderable, parseQuantity, QuantityStepper } from './quantity-stepper.tsx';

export function QuantityField({
  value,
  onChange,
  rule,
}: {
  /** As typed. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rule: QuantityRule;
}) {
  const locale = useLocale();
  const format = (quantity: number) => wholeNumbers(locale).format(quantity);
  const quantity = parseQuantity(value);
  const verdict = checkQuantity(quantity, rule);
  const choose = (next: number) => onChange(String(nearestOrderable(next, rule)));
  return (
    <Field
      label="Quantity"
      hint={rule.orderMultiple > 1 ? `Sold in ${rule.orderMultiple}s` : undefined}
      error={
        verdict.ok ? undefined : verdict.code === 'NOT_A_MULTIPLE' ? (
          <Multiple typed={quantity} verdict={verdict} format={format} onChoose={choose} />
        ) : (
          verdict.message
        )
      }
    >
      {(ties) => <QuantityStepper ties={ties} value={value} onChange={onChange} rule={rule} />}
    </Field>
  );
}

/** "Sold in 12s. You typed 20: 12 or 24?" */
function Multiple({
  typed,
  verdict,
  format,
  onChoose,
}: {
  readonly typed: number;
  readonly verdict: { readonly message: string; readonly lower: number; readonly higher?: number };
  readonly format: (quantity: number) => string;
  readonly onChoose: (quantity: number) => void;
}) {
  const choice = (quantity: number) => (
    <button type="button" onClick={() => onChoose(quantity)}>
      {format(quantity)}
    </button>
  );
  return (
    <>
      {verdict.message}. You typed {format(typed)}: {choice(verdict.lower)}
      {verdict.higher !== undefined && <> or {choice(verdict.higher)}</>}?
    </>
  );
}
