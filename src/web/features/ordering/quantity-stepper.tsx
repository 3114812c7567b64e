/** How many: typed, stepped or picked. Whoever shows it judges what was typed. */
import { Minus, Plus } from 'lucide-react';
import type { FocusEventHandler } from 'react';
import { mostOrderable, type QuantityRule } from '#domain/ordering/quantity.ts';
import { OFTEN_ORDERED_TIMES } from '#domain/stock/standing.ts';
import type { InputTies } from '#web/ui/field.tsx';
import { NumberInput } from '#web/ui/inputs.tsx';
import { useLocale } from '#web/ui/locale.tsx';
import { useTypedEarly } from '#web/ui/use-typed-early.ts';
import { wholeNumbers } from '#web/ui/whole-numbers.ts';
import styles from './quantity-stepper.module.css';

/** A typed quantity as a number; NaN where it is none. Spaces and commas between digits don't matter. */
export function parseQuantity(text: string): number {
  const digits = text.replace(/[\s,]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** A quantity that can be ordered as near to this one as the stock allows. */
export function nearestOrderable(quantity: number, rule: QuantityRule): number {
  return Math.max(rule.minOrder, Math.min(mostOrderable(rule), quantity));
}

export function QuantityStepper({
  ties,
  name,
  value,
  onChange,
  onBlur,
  rule,
}: {
  readonly ties: InputTies;
  /** What a form without script calls it. */
  readonly name?: string;
  /** As typed. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: FocusEventHandler<HTMLInputElement>;
  readonly rule: QuantityRule;
}) {
  const locale = useLocale();
  const field = useTypedEarly(value, onChange);
  const quantity = parseQuantity(value);
  const step = rule.orderMultiple;
  const choose = (next: number) => onChange(String(nearestOrderable(next, rule)));
  const typed = Number.isNaN(quantity) ? rule.minOrder : quantity;
  const picks = OFTEN_ORDERED_TIMES.map((times) => times * rule.minOrder).filter(
    (pick) => pick <= rule.stock,
  );
  return (
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
          ref={field}
          name={name}
          className={styles.input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
        <button
          type="button"
          aria-label="More"
          disabled={typed >= mostOrderable(rule)}
          onClick={() => choose(Math.floor(typed / step) * step + step)}
        >
          <Plus className="icon" aria-hidden="true" />
        </button>
      </div>
      {picks.length > 1 && (
        <fieldset className={styles.picks}>
          <legend className="sr">Often ordered</legend>
          {picks.map((pick) => (
            <button key={pick} type="button" aria-pressed={pick === quantity} onClick={() => choose(pick)}>
              {wholeNumbers(locale).format(pick)}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
