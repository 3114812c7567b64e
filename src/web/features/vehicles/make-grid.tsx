/** The vehicle makes that the shop names, with their marks where there is one. */
import { Link } from '@tanstack/react-router';
import styles from './make-grid.module.css';
import marks from './make-marks.svg?url';

/** `mark` names a symbol of the marks' file; without one the make's letters stand in its place. */
const MAKES = [
  { name: 'BMW', mark: 'bmw' },
  { name: 'AUDI', mark: 'audi' },
  { name: 'Porsche', mark: 'porsche' },
  { name: 'Chevrolet', mark: 'chevrolet' },
  { name: 'Mercedes-Benz', letters: 'MB' },
  { name: 'Volkswagen', mark: 'volkswagen' },
  { name: 'Nissan', mark: 'nissan' },
  { name: 'Honda', mark: 'honda' },
  { name: 'Toyota', mark: 'toyota' },
] as const;

export function MakeGrid() {
  return (
    <ul className={styles.grid}>
      {MAKES.map((make) => (
        <li key={make.name} className={styles.cell}>
          <Link to="/catalogue" search={{ q: make.name }} preload={false}>
            {'mark' in make ? (
              <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
                <use href={`${marks}#${make.mark}`} />
              </svg>
            ) : (
              <span className={styles.letters} aria-hidden="true">
                {make.letters}
              </span>
            )}
            {make.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
