/** Parts one under another, as densely as they can still be told apart. */
import { memo, type ReactNode, useRef, useState } from 'react';
import type { Currency } from '#domain/money.ts';
import { canBeOrdered } from '#domain/ordering/quantity.ts';
import { Rest } from '#web/navigation/rest.tsx';
import { useFollowing } from '#web/navigation/use-following.ts';
import { ButtonAnchor } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { PartNumber, Quantity } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { CompareToggle } from './compare-toggle.tsx';
import type { ListedPart } from './listed-part.ts';
import { listAmount } from './part-card.tsx';
import styles from './part-lines.module.css';
import { partPath } from './part-path.ts';
import { StockStatus } from './stock-status.tsx';
import { useAskedAhead } from './use-asked-ahead.ts';
import { GRADE_NAMES, NUMBER_NAMES } from './words.ts';

/** Where lines are a third as high as on a phone, as `part-lines.module.css` has it by the width of the list. */
const WIDE_PX = 760;

/**
 * How many lines are rendered first. All of them together are the same elements, however they are parted, so that a page from the
 * server, where no screen is known, may be parted otherwise here.
 */
const linesOfAScreen = () => (typeof innerWidth === 'number' && innerWidth <= WIDE_PX ? 5 : 14);

/**
 * Rendered again only when something in it is another: pass the same `parts` and `fitOf` where nothing has changed. With
 * `match`, the number by which a part was found is said, unless it is the one that is shown anyway.
 */
export const PartLines = memo(function PartLines({
  parts,
  currency,
  query = '',
  fitOf,
}: {
  readonly parts: readonly ListedPart[];
  /** The list currency. */
  readonly currency: Currency;
  /** What the addresses of the parts say besides, as the list's own does: the vehicle. */
  readonly query?: string;
  /** Tells whether a part fits the reader's vehicle. */
  readonly fitOf?: (partId: string) => ReactNode;
}) {
  const sheet = useRef<HTMLDivElement>(null);
  useAskedAhead(sheet);
  const [firstLines] = useState(linesOfAScreen);
  const line = (part: ListedPart, isFirst: boolean) => (
    <Line
      key={part._id}
      part={part}
      isFirst={isFirst}
      currency={currency}
      query={query}
      fit={fitOf?.(part._id)}
    />
  );
  return (
    <div ref={sheet} className={styles.sheet} {...useFollowing()}>
      <div className={classNames(styles.line, styles.head)} aria-hidden="true">
        <span />
        <span>Part</span>
        <span>Grade</span>
        <span className={styles.end}>Available Stock</span>
        <span className={styles.end}>Minimum Order</span>
        <span className={styles.end}>Price: {currency.label}</span>
        <span />
        <span />
      </div>
      <ul data-stretches="">
        {parts.slice(0, firstLines).map((part, index) => line(part, index === 0))}
        <Rest>{() => parts.slice(firstLines).map((part) => line(part, false))}</Rest>
      </ul>
    </div>
  );
});

function Line({
  part,
  isFirst,
  currency,
  query,
  fit,
}: {
  readonly part: ListedPart;
  /** Its picture comes with the page. */
  readonly isFirst: boolean;
  readonly currency: Currency;
  /** Of the part's address. */
  readonly query: string;
  readonly fit: ReactNode;
}) {
  return (
    <li className={styles.line}>
      <Picture src={part.img} alt="" small first={isFirst} className={styles.picture} />
      <div className={styles.what}>
        <h2>
          <a href={partPath(part) + query}>{part.name}</a>
        </h2>
        <p className={classNames('small', 'quiet', styles.sub)}>
          <span>
            {part.brand} <PartNumber number={part.partNumber} />
          </span>
          {part.match && part.match.kind !== 'part-number' && (
            <span>
              {NUMBER_NAMES[part.match.kind]} {part.match.maker} <PartNumber number={part.match.number} />
            </span>
          )}
          <span className={styles.fit}>{fit}</span>
        </p>
        <p className={styles.grade}>{GRADE_NAMES[part.grade]}</p>
      </div>
      <p className={styles.stock}>
        <span className="sr">Available Stock: </span>
        <StockStatus part={part} />
      </p>
      <p className={styles.minimum}>
        <span className={styles.label}>Minimum Order: </span>
        <Quantity value={part.minOrder} />
      </p>
      <p className={styles.price}>
        <span className={styles.label}>Price: {currency.label}</span>
        {listAmount(part.price, currency)}
      </p>
      <CompareToggle part={part} look="mark" className={styles.compare} />
      {canBeOrdered(part) ? (
        <ButtonAnchor
          href={`/parts/${part._id}`}
          size="small"
          className={classNames(styles.action, styles.buy)}
          aria-label={`Buy Now: ${part.name}`}
        >
          Buy Now
        </ButtonAnchor>
      ) : (
        <ButtonAnchor
          href={partPath(part) + query}
          size="small"
          className={styles.action}
          aria-label={`Details: ${part.name}`}
        >
          Details
        </ButtonAnchor>
      )}
    </li>
  );
}
