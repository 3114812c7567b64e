/** A part's name with what tells it apart: brand, number, grade, whether it is still made. */
import { Link } from '@tanstack/react-router';
import type { PartBody } from '#contract/catalogue.ts';
import { PartNumber } from '#web/ui/numbers.tsx';
import { Tag } from '#web/ui/status.tsx';
import styles from './part-heading.module.css';
import { GRADE_NAMES, LIFECYCLE_NAMES } from './words.ts';

export function PartHeading({ part }: { readonly part: PartBody }) {
  return (
    <header className={styles.heading}>
      <h1>{part.name}</h1>
      <p className={styles.ids}>
        <Link to="/catalogue/$brand" params={{ brand: part.brandSlug }} className={styles.brand}>
          {part.brand}
        </Link>
        <PartNumber number={part.partNumber} copy />
        <Tag>{GRADE_NAMES[part.grade]}</Tag>
        {part.lifecycle !== 'active' && <Tag tone="warn">{LIFECYCLE_NAMES[part.lifecycle]}</Tag>}
      </p>
    </header>
  );
}
