/** Other makers' numbers for the same OE number; those that stand in this shop lead to their part. */
import { Link } from '@tanstack/react-router';
import type { InterchangeNumberBody, RelatedPartsBody } from '#contract/related-parts.ts';
import { Fold } from '#web/ui/fold.tsx';
import { PartNumber } from '#web/ui/numbers.tsx';
import styles from './part-facts.module.css';

/** Up to so many nothing is folded away. */
const OPEN_NUMBERS = 12;

export function InterchangeNumbers({ numbers, hasMore }: RelatedPartsBody['interchange']) {
  if (numbers.length === 0) return null;
  const rest = numbers.slice(OPEN_NUMBERS);
  return (
    <div className={styles.interchange}>
      <h3>
        Interchange <span className="small quiet">other makers' parts for the same OE number</span>
      </h3>
      <Numbers numbers={numbers.slice(0, OPEN_NUMBERS)} />
      {rest.length > 0 && (
        <Fold summary={`${rest.length} more interchange numbers`}>
          <Numbers numbers={rest} />
          {hasMore && <p className="small quiet">There are more than these {numbers.length}.</p>}
        </Fold>
      )}
    </div>
  );
}

function Numbers({ numbers }: { readonly numbers: readonly InterchangeNumberBody[] }) {
  return (
    <ul className={styles.numbers}>
      {numbers.map(({ maker, number, part }) => (
        <li key={`${maker} ${number}`}>
          <PartNumber number={number} copy />
          <span className="small faint">
            {part === null ? (
              maker
            ) : (
              <Link
                to="/catalogue/$brand/$partNumber"
                params={{ brand: part.brandSlug, partNumber: part.partNumberSlug }}
              >
                {maker}, in this shop
                <span className="sr">: {number}</span>
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
