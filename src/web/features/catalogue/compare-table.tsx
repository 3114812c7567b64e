/** Up to four parts beside each other: a column for each, a row for each thing that is known of any. */
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PartDetailBody } from '#contract/catalogue.ts';
import { canBeOrdered } from '#domain/ordering/quantity.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { PartNumber } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { CompareRow } from './compare-rows.ts';
import { comparedText, placeName } from './compare-search.ts';
import { removeCompared } from './compare-shelf.ts';
import styles from './compare-table.module.css';
import { StockStatus } from './stock-status.tsx';

export function CompareTable({
  parts,
  rows,
  fitOf,
}: {
  readonly parts: readonly PartDetailBody[];
  readonly rows: readonly CompareRow[];
  /** Tells whether a part fits the reader's vehicle; undefined where there is none. */
  readonly fitOf: ((partId: string) => ReactNode) | undefined;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="Parts beside each other">
      <table className={styles.table}>
        <caption className="sr">What is known of each part; rows in which they differ say so</caption>
        <thead>
          <tr>
            <td />
            {parts.map((part) => (
              <td key={part._id} className={styles.top}>
                <Picture src={part.img} alt="" sizes="240px" eager className={styles.picture} />
                <Link
                  to="/catalogue/compare"
                  search={(search) => ({
                    ...search,
                    part: comparedText(parts.filter((other) => other !== part)),
                  })}
                  onClick={() => removeCompared(part)}
                  className={styles.remove}
                  aria-label={`Do not compare ${part.name}, ${part.brand} ${part.partNumber}`}
                >
                  <X className="icon" aria-hidden="true" />
                </Link>
              </td>
            ))}
          </tr>
          <tr>
            <th scope="col">
              <span className="sr">What is compared</span>
            </th>
            {parts.map((part) => (
              <th key={part._id} scope="col">
                <Link
                  to="/catalogue/$brand/$partNumber"
                  params={{ brand: part.brandSlug, partNumber: part.partNumberSlug }}
                >
                  {part.name}
                </Link>
                <span className={styles.number}>
                  {part.brand} <PartNumber number={part.partNumber} />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Order</th>
            {parts.map((part) => (
              <td key={part._id}>
                {canBeOrdered(part) ? (
                  <ButtonLink to="/parts/$partsId" params={{ partsId: part._id }} size="small">
                    Buy Now<span className="sr">: {part.name}</span>
                  </ButtonLink>
                ) : (
                  <span className="small">Less in stock than the minimum</span>
                )}
              </td>
            ))}
          </tr>
          <tr className={styles.fit}>
            <th scope="row">Your vehicle</th>
            {parts.map((part) => (
              <td key={part._id}>{fitOf?.(part._id) ?? <span className="faint">none chosen</span>}</td>
            ))}
          </tr>
          {rows.map((row) => (
            <Row key={row.key} row={row} parts={parts} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ row, parts }: { readonly row: CompareRow; readonly parts: readonly PartDetailBody[] }) {
  return (
    <tr className={classNames(row.differs && styles.differs)}>
      <th scope="row">
        {row.name}
        {row.differs && (
          <>
            <span className={styles.mark} aria-hidden="true" title="Here they differ">
              ≠
            </span>
            <span className="sr">, differs</span>
          </>
        )}
      </th>
      {parts.map((part, index) => (
        <td key={placeName(part)}>
          <Value row={row} text={row.texts[index] ?? null} part={part} />
        </td>
      ))}
    </tr>
  );
}

function Value({
  row,
  text,
  part,
}: {
  readonly row: CompareRow;
  readonly text: string | null;
  readonly part: PartDetailBody;
}) {
  if (text === null) return <span className="faint">not known</span>;
  if (row.key === 'stock') return <StockStatus part={part} />;
  if (!row.key.startsWith('number ')) return text;
  return (
    <ul>
      {text.split('\n').map((number) => (
        <li key={number}>
          <PartNumber number={number} />
        </li>
      ))}
    </ul>
  );
}
