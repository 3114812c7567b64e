/** A part as a cell of a ruled sheet. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Currency, formatAmount } from '#domain/money.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PartNumber, Quantity } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { CompareToggle } from './compare-toggle.tsx';
import type { ListedPart } from './listed-part.ts';
import styles from './part-card.module.css';
import { UnitsForSale } from './units-for-sale.tsx';

/** The specified card: image, name, price, available stock, minimum order, description, Buy Now. */
export function PartCard({
  part,
  currency,
  fit,
}: {
  readonly part: ListedPart;
  /** The list currency. */
  readonly currency: Currency;
  /** Whether it fits the reader's vehicle. */
  readonly fit?: ReactNode;
}) {
  return (
    <article className={styles.card}>
      <Picture src={part.img} alt="" sizes="152px" />
      <div className={styles.body}>
        <h3>
          <Link
            to="/catalogue/$brand/$partNumber"
            params={{ brand: part.brandSlug, partNumber: part.partNumberSlug }}
          >
            {part.name}
          </Link>
        </h3>
        <p className="small quiet">
          {part.brand} <PartNumber number={part.partNumber} />
        </p>
        <p className={styles.fit}>{fit}</p>
        <dl className={styles.facts}>
          <dt>Price: {currency.label}</dt>
          <dd className={styles.price}>{listAmount(part.price, currency)}</dd>
          <dt>Available Stock</dt>
          <dd>
            <UnitsForSale part={part} />
          </dd>
          <dt>Minimum Order</dt>
          <dd>
            <Quantity value={part.minOrder} />
          </dd>
        </dl>
      </div>
      <div className={styles.under}>
        <p className="small quiet">{part.description}</p>
        <span className={styles.actions}>
          <CompareToggle part={part} look="mark" />
          <ButtonLink
            to="/parts/$partsId"
            params={{ partsId: part._id }}
            size="small"
            className={styles.buy}
            aria-label={`Buy Now: ${part.name}`}
          >
            Buy Now
          </ButtonLink>
        </span>
      </div>
    </article>
  );
}

/** A list price without its label, which stands before it. */
export function listAmount(price: number, currency: Currency): string {
  return formatAmount(Math.round(price * 10 ** currency.decimals), currency);
}
