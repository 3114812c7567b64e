/** The vehicle makes that the shop names, with their marks. */
import { Link } from '@tanstack/react-router';
import { KIND_SLUGS, vehicleSlugOf } from '#domain/vehicles/vehicle-slug.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './make-grid.module.css';
import marks from './make-marks.svg?url';

/** `mark` names a symbol of the marks' file. */
const MAKES = [
  { name: 'BMW', mark: 'bmw' },
  { name: 'AUDI', mark: 'audi' },
  { name: 'Porsche', mark: 'porsche' },
  { name: 'Chevrolet', mark: 'chevrolet' },
  { name: 'Mercedes-Benz', mark: 'mercedes-benz' },
  { name: 'Volkswagen', mark: 'volkswagen' },
  { name: 'Nissan', mark: 'nissan' },
  { name: 'Honda', mark: 'honda' },
  { name: 'Toyota', mark: 'toyota' },
] as const;

/** The mark of a make; nothing where there is none. */
export function MakeMark({
  make,
  className,
}: {
  readonly make: string;
  readonly className?: string | undefined;
}) {
  const known = MAKES.find(({ name }) => name.toLowerCase() === make.toLowerCase());
  return known === undefined ? null : (
    <svg className={classNames(styles.mark, className)} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${marks}#${known.mark}`} />
    </svg>
  );
}

/** The makes that the shop names, each as the way to its models. */
export function MakeGrid() {
  return (
    <ul className={styles.grid}>
      {MAKES.map(({ name }) => (
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
