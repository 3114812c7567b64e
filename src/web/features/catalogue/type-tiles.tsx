/** Part types as pictures with how many parts there are of each. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Quantity } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { CatalogueSearch } from './catalogue-search.ts';
import type { CountedType } from './recounted-tree.ts';
import { typePicture } from './type-picture.ts';
import styles from './type-tiles.module.css';

type Tile = CountedType & {
  /** Stands over its name. */
  readonly group?: string;
};

/** Shown before the rest folds away, where there are many more. */
const SHOWN = 18;

/** Lead to the types' own pages or, where something else narrows the list as well, to the list. */
export function TypeTiles({
  types,
  narrowed,
}: {
  readonly types: readonly Tile[];
  readonly narrowed?: CatalogueSearch;
}) {
  const folded = types.length > SHOWN + 6 ? types.slice(SHOWN) : [];
  return (
    <>
      <Tiles types={types.slice(0, types.length - folded.length)} narrowed={narrowed} />
      {folded.length > 0 && (
        <details className={styles.more}>
          <summary>{folded.length} more part types</summary>
          <Tiles types={folded} narrowed={narrowed} />
        </details>
      )}
    </>
  );
}

function Tiles({
  types,
  narrowed,
}: {
  readonly types: readonly Tile[];
  readonly narrowed: CatalogueSearch | undefined;
}) {
  return (
    <ul className={styles.tiles}>
      {types.map((type) => (
        <li key={type.slug} className={styles.tile}>
          <TypeLink type={type} narrowed={narrowed}>
            <Picture src={typePicture(type.slug)} alt="" sizes="(max-width: 900px) 50vw, 200px" />
            {type.group !== undefined && (
              <span className={styles.group}>
                {type.group}
                <span className="sr">: </span>
              </span>
            )}
            <span className={styles.name}>{type.name}</span>
          </TypeLink>
          <span className={styles.count}>
            <Quantity value={type.count} unit={type.count === 1 ? 'part' : 'parts'} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The link to a type, see {@link TypeTiles}. */
export function TypeLink({
  type,
  narrowed,
  children,
}: {
  readonly type: Pick<CountedType, 'slug' | 'name'>;
  readonly narrowed?: CatalogueSearch | undefined;
  readonly children?: ReactNode;
}) {
  return narrowed === undefined ? (
    <Link to="/catalogue/categories/$slug" params={{ slug: type.slug }}>
      {children ?? type.name}
    </Link>
  ) : (
    <Link to="/catalogue" search={{ ...narrowed, type: type.slug }}>
      {children ?? type.name}
    </Link>
  );
}
