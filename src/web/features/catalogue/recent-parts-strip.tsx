/** The way back to parts that were looked at before. */
import { Link } from '@tanstack/react-router';
import { SectionHead } from '#web/ui/headings.tsx';
import { PartNumber } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { KeptPart } from './kept-part.ts';
import { useRecentParts } from './recent-parts.ts';
import styles from './recent-parts-strip.module.css';

/** Stands at the foot of a page, since it is only known in the browser. `part` is the one that the page is about. */
export function RecentPartsStrip({ part }: { readonly part?: KeptPart }) {
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
