/** The vehicle makes that the shop names, with their marks. */
import { Link } from '@tanstack/react-router';
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

export function MakeGrid() {
  return (
    <ul className={styles.grid}>
      {MAKES.map((make) => (
        <li key={make.name} className={styles.cell}>
          <Link to="/catalogue" search={{ q: make.name }} preload={false}>
            <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
              <use href={`${marks}#${make.mark}`} />
            </svg>
            {make.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
