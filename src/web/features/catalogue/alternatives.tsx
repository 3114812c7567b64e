/** Parts that may be taken instead of this one, by grade. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PartDetailBody } from '#contract/catalogue.ts';
import type { AlternativesBody } from '#contract/related-parts.ts';
import { type Currency, formatDecimalMoney } from '#domain/money.ts';
import { SectionHead } from '#web/ui/headings.tsx';
import styles from './alternatives.module.css';
import { RelatedGroup } from './related-group.tsx';
import { RelatedRow } from './related-row.tsx';
import { GRADE_NAMES } from './words.ts';

export function Alternatives({
  part,
  alternatives,
  currency,
  fitOf,
}: {
  readonly part: PartDetailBody;
  readonly alternatives: readonly AlternativesBody[];
  /** The list currency. */
  readonly currency: Currency;
  readonly fitOf: (partId: string) => ReactNode;
}) {
  const shared = part.numbers.find(({ kind }) => kind === 'oe' || kind === 'trade');
  return (
    <section>
      <SectionHead
        title="Alternatives"
        end={<span className="small quiet">for the same OE or trade number</span>}
      />
      {alternatives.map(({ grade, count, parts }) => (
        <RelatedGroup
          key={grade}
          heading={
            <>
              {GRADE_NAMES[grade]} <span className="small quiet">{count}</span>
            </>
          }
          end={
            count > parts.length &&
            shared !== undefined && (
              <Link to="/catalogue" search={{ q: shared.number, grade }} className={styles.all}>
                Show all<span className="sr"> of grade {GRADE_NAMES[grade]}</span>
              </Link>
            )
          }
        >
          {parts.map((other) => (
            <RelatedRow
              key={other._id}
              part={other}
              currency={currency}
              fit={fitOf(other._id)}
              underPrice={differenceOf(other.priceDifference, currency)}
            />
          ))}
        </RelatedGroup>
      ))}
    </section>
  );
}

function differenceOf(difference: number, currency: Currency): string {
  if (difference === 0) return 'the same price';
  return `${formatDecimalMoney(Math.abs(difference), currency)} ${difference < 0 ? 'less' : 'more'}`;
}
