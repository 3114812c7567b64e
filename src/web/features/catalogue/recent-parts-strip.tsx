/** The way back to parts that were looked at before, at the foot of a part's page. */
import { Link } from '@tanstack/react-router';
import { SectionHead } from '#web/ui/headings.tsx';
import { PartNumber } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { type RecentPart, useRecentParts } from './recent-parts.ts';
import styles from './recent-parts-strip.module.css';

export function RecentPartsStrip({ part }: { readonly part: RecentPart }) {
  const parts = useRecentParts(part);
  if (parts.length === 0) return null;
  return (
    <section className={styles.strip}>
      <SectionHead title="Recently viewed" />
      <ul>
        {parts.map(({ _id, name, brand, brandSlug, partNumber, partNumberSlug, img }) => (
          <li key={_id}>
            <Link
              to="/catalogue/$brand/$partNumber"
              params={{ brand: brandSlug, partNumber: partNumberSlug }}
            >
              <Picture src={img} alt="" sizes="(max-width: 900px) 50vw, 200px" />
              <span className={styles.name}>{name}</span>
              <small>
                {brand} <PartNumber number={partNumber} />
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
