/** The shop's mark, a shaft on its centreline, with its name; leads home. */
import { Link } from '@tanstack/react-router';
import styles from './brand.module.css';

export function Brand({ name }: { readonly name: string }) {
  return (
    <Link to="/" className={styles.brand}>
      <svg viewBox="0 0 44 24" aria-hidden="true">
        <path fill="currentColor" d="M2 9h6v6H2zM9 6h6v12H9zM16 1h7v22h-7zM24 6h9v12h-9zM34 9h4v6h-4z" />
        <path className={styles.tooth} d="M39 9h4v6h-4z" />
        <path className={styles.axis} d="M0 12h44" />
      </svg>
      {name}
    </Link>
  );
}
