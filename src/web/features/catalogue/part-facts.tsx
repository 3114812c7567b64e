/** What is known of a part: attributes with units, and every number that it goes by. */
import type { PartDetailBody } from '#contract/catalogue.ts';
import { PartNumber } from '#web/ui/numbers.tsx';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import styles from './part-facts.module.css';

export function PartAttributes({ part }: { readonly part: PartDetailBody }) {
  if (part.attributes.length === 0) return null;
  return (
    <FactRows>
      {part.attributes.map((attribute) => (
        <Fact key={attribute.key} name={attribute.name}>
          {attribute.value}
          {attribute.unit !== '' && ` ${attribute.unit}`}
        </Fact>
      ))}
    </FactRows>
  );
}

const KINDS = {
  oe: 'OE number',
  trade: 'trade number',
  competitor: 'comparable part',
  superseded: 'replaced by this part',
  customer: 'your number',
} as const;

export function PartNumbers({ part }: { readonly part: PartDetailBody }) {
  return (
    <ul className={styles.numbers}>
      {part.numbers.map(({ kind, maker, number }) => (
        <li key={`${kind} ${maker} ${number}`}>
          <PartNumber number={number} copy />
          <span className="small faint">
            {maker !== '' && `${maker}, `}
            {KINDS[kind]}
          </span>
        </li>
      ))}
      <li>
        <PartNumber number={part.sku} copy />
        <span className="small faint">our number</span>
      </li>
      {part.gtin !== null && (
        <li>
          <PartNumber number={part.gtin} copy />
          <span className="small faint">GTIN</span>
        </li>
      )}
    </ul>
  );
}
