/** Parts side by side. */
import { type ReactNode, useRef } from 'react';
import type { Currency } from '#domain/money.ts';
import type { ListedPart } from './listed-part.ts';
import { PartCard } from './part-card.tsx';
import styles from './part-cards.module.css';
import { useAskedAhead } from './use-asked-ahead.ts';

/** Each with its picture and what is said of it; their names are headings of the third level. */
export function PartCards({
  parts,
  currency,
  fitOf,
}: {
  readonly parts: readonly ListedPart[];
  /** The list currency. */
  readonly currency: Currency;
  /** Tells whether a part fits the reader's vehicle. */
  readonly fitOf: (partId: string) => ReactNode;
}) {
  const sheet = useRef<HTMLDivElement>(null);
  useAskedAhead(sheet);
  return (
    <div ref={sheet} className={styles.sheet} data-stretches="">
      {parts.map((part) => (
        <PartCard key={part._id} part={part} currency={currency} fit={fitOf(part._id)} />
      ))}
    </div>
  );
}
