/** How amounts, quantities and part numbers stand on a page. */

import { Check, Copy } from 'lucide-react';
import { type Currency, formatDecimalMoney } from '#domain/money.ts';
import { classNames } from './class-names.ts';
import { useLocale } from './locale.tsx';
import styles from './numbers.module.css';
import { useCopied } from './use-copied.ts';
import { wholeNumbers } from './whole-numbers.ts';

/** An amount (a decimal number, as the API has them) with its currency: "$38.40", "1,215.00 TK". */
export function Money({ amount, currency }: { readonly amount: number; readonly currency: Currency }) {
  return <span className={styles.number}>{formatDecimalMoney(amount, currency)}</span>;
}

/** A whole number of things, grouped: "1,284". Without a unit it is text alone, since lists are full of them. */
export function Quantity({
  value,
  unit,
  written,
}: {
  readonly value: number;
  readonly unit?: string | undefined;
  /** Stands in the number's place. */
  readonly written?: string | undefined;
}) {
  const locale = useLocale();
  const number = written ?? wholeNumbers(locale).format(value);
  return unit === undefined ? number : <span className={styles.number}>{`${number} ${unit}`}</span>;
}

/** A day, or a day and time, in the place's locale. Only for pages that are rendered in the browser: zones differ. */
export function Moment({
  at,
  time = false,
  timeZone,
}: {
  /** ISO 8601. */
  readonly at: string;
  readonly time?: boolean;
  /** IANA name; the reader's own unless told. */
  readonly timeZone?: string;
}) {
  const locale = useLocale();
  return <time dateTime={at}>{momentFormat(locale, time, timeZone).format(new Date(at))}</time>;
}

const momentFormats = new Map<string, Intl.DateTimeFormat>();

/** Made once, as those of numbers are. */
function momentFormat(locale: string, time: boolean, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${locale} ${time} ${timeZone}`;
  const known = momentFormats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    ...(time && { timeStyle: 'short' }),
    ...(timeZone !== undefined && { timeZone }),
  });
  momentFormats.set(key, made);
  return made;
}

/** A part number in the mono. With `copy` it is a button that puts the number on the clipboard. */
export function PartNumber({
  number,
  copy = false,
}: {
  readonly number: string;
  readonly copy?: boolean | undefined;
}) {
  return copy ? <CopiedNumber number={number} /> : <span className={styles.code}>{number}</span>;
}

function CopiedNumber({ number }: { readonly number: string }) {
  const [copied, copyText] = useCopied();
  return (
    <button type="button" className={styles.copy} onClick={() => copyText(number)} title="Copy this number">
      <span className={styles.code}>{number}</span>
      {copied ? (
        <Check className={classNames('icon', styles.done)} aria-hidden="true" />
      ) : (
        <Copy className="icon" aria-hidden="true" />
      )}
      <span className="sr" aria-live="polite">
        {copied ? 'Copied' : 'Copy'}
      </span>
    </button>
  );
}
