/** A part on another part's page: what it is, whether it is there, what it costs. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RelatedPartBody } from '#contract/related-parts.ts';
import type { Currency } from '#domain/money.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Money, PartNumber } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
import styles from './related-row.module.css';
import { StockStatus } from './stock-status.tsx';

export function RelatedRows({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}

export function RelatedRow({
  part,
  currency,
  picture = false,
  fit,
  beside,
  underPrice,
}: {
  readonly part: RelatedPartBody;
  /** The list currency. */
  readonly currency: Currency;
  readonly picture?: boolean;
  /** Whether it fits the reader's vehicle. */
  readonly fit?: ReactNode;
  /** Quiet words behind brand and number. */
  readonly beside?: ReactNode;
  readonly underPrice?: ReactNode;
}) {
  return (
    <li className={classNames(styles.row, picture && styles.pictured)}>
      {picture && <Picture src={part.img} alt="" small className={styles.picture} />}
      <div className={styles.what}>
        <p className={styles.name}>
          <Link
            to="/catalogue/$brand/$partNumber"
            params={{ brand: part.brandSlug, partNumber: part.partNumberSlug }}
          >
            {picture ? part.name : <Maker part={part} />}
          </Link>
        </p>
        <p className={styles.sub}>
          <span>{picture ? <Maker part={part} /> : part.name}</span>
          {part.lifecycle === 'superseded' && <span>replaced by a newer part</span>}
          {part.lifecycle === 'discontinued' && <span>no longer made</span>}
          {beside !== undefined && <span>{beside}</span>}
          <span className={styles.fit}>{fit}</span>
        </p>
      </div>
      <p className={styles.stock}>
        <span className="sr">Available Stock: </span>
        <StockStatus part={part} />
      </p>
      <p className={styles.price}>
        <Money amount={part.price} currency={currency} />
        {underPrice !== undefined && <small>{underPrice}</small>}
      </p>
    </li>
  );
}

function Maker({ part }: { readonly part: RelatedPartBody }) {
  return (
    <>
      {part.brand} <PartNumber number={part.partNumber} />
    </>
  );
}
