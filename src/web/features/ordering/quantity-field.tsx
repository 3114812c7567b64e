/** How many: typed, stepped or picked; judged by the shop's quantity rule at every change. */
import { Minus, Plus } from 'lucide-react';
import { checkQuantity, type QuantityRule } from '#domain/ordering/quantity.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import { NumberInput } from '#web/ui/inputs.tsx';
import { useLocale } from '#web/ui/numbers.tsx';
import styles from './quantity-field.module.css';

/** A typed quantity as a number; NaN where it is none. Spaces and commas between digits don't matter. */
export function parseQuantity(text: string): number {
  const digits = text.replace(/[\s,]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

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
  const format = (quantity: number) => new Intl.NumberFormat(locale).format(quantity);
  const quantity = parseQuantity(value);
  const verdict = checkQuantity(quantity, rule);
  const step = rule.orderMultiple;
  const most = rule.stock - (rule.stock % step);
  const choose = (next: number) => onChange(String(Math.max(rule.minOrder, Math.min(most, next))));
  const typed = Number.isNaN(quantity) ? rule.minOrder : quantity;
  const picks = [1, 2, 4].map((times) => times * rule.minOrder).filter((pick) => pick <= rule.stock);
  return (
    <Field
      label="Quantity"
      hint={step > 1 ? `Sold in ${step}s` : undefined}
      error={
        verdict.ok ? undefined : verdict.code === 'NOT_A_MULTIPLE' ? (
          <Multiple typed={quantity} verdict={verdict} format={format} onChoose={choose} />
        ) : (
          verdict.message
        )
      }
    >
      {(ties) => (
        <div className={styles.row}>
          <div className={styles.stepper}>
            <button
              type="button"
              aria-label="Fewer"
              disabled={typed <= rule.minOrder}
              onClick={() => choose(Math.ceil(typed / step) * step - step)}
            >
              <Minus className="icon" aria-hidden="true" />
            </button>
            <NumberInput
              {...ties}
              className={styles.input}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
            <button
              type="button"
              aria-label="More"
              disabled={typed >= most}
              onClick={() => choose(Math.floor(typed / step) * step + step)}
            >
              <Plus className="icon" aria-hidden="true" />
            </button>
          </div>
          {picks.length > 1 && (
            <fieldset className={styles.picks}>
              <legend className="sr">Often ordered</legend>
              {picks.map((pick) => (
                <button
                  key={pick}
                  type="button"
                  aria-pressed={pick === quantity}
                  onClick={() => choose(pick)}
                >
                  {format(pick)}
                </button>
              ))}
            </fieldset>
          )}
        </div>
      )}
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
    <button type="button" className={classNames(styles.choice)} onClick={() => onChoose(quantity)}>
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
