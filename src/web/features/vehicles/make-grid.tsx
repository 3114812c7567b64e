/** The vehicle makes that the shop names, with their marks. */
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { KIND_SLUGS, vehicleSlugOf } from '#domain/vehicles/vehicle-slug.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './make-grid.module.css';

/** In the order of `make-marks.svg`. */
const MAKES = [
  'BMW',
  'AUDI',
  'Porsche',
  'Chevrolet',
  'Mercedes-Benz',
  'Volkswagen',
  'Nissan',
  'Honda',
  'Toyota',
] as const;

/** The mark of a make; nothing where there is none. */
export function MakeMark({
  make,
  className,
}: {
  readonly make: string;
  readonly className?: string | undefined;
}) {
  const at = MAKES.findIndex((name) => name.toLowerCase() === make.toLowerCase());
  if (at === -1) return null;
  const place = { '--at': at } as CSSProperties;
  return <span className={classNames(styles.mark, className)} style={place} aria-hidden="true" />;
}

/** The makes that the shop names, each as the way to its models. */
export function MakeGrid() {
  return (
    <ul className={styles.grid}>
      {MAKES.map((name) => (
        <li key={name} className={styles.cell}>
          <Link
            to="/catalogue/vehicles/$kind/$make"
            params={{ kind: KIND_SLUGS.car, make: vehicleSlugOf(name) }}
          >
            <MakeMark make={name} />
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
