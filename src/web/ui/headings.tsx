/** The way back up, and the page's title. */
import { ChevronRight } from 'lucide-react';
import { Children, type ReactNode } from 'react';
import styles from './headings.module.css';

/** Links from the top to here as children (`<Link>`s), the last one plain text of this page. */
export function Breadcrumbs({ children }: { readonly children: ReactNode }) {
  const steps = Children.toArray(children);
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.crumbs}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name, and never move
          <li key={index} aria-current={index === steps.length - 1 ? 'page' : undefined}>
            {index > 0 && <ChevronRight className="icon" aria-hidden="true" />}
            {step}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The one title of a page, what belongs beside it, and what can be done there. */
export function PageTitle({
  children,
  aside,
  actions,
}: {
  readonly children: ReactNode;
  /** What stands small behind the title: a count, or what it is narrowed to. */
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={styles.title}>
      <h1>{children}</h1>
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

/** A section's heading with a link or a button at its end. */
export function SectionHead({ title, end }: { readonly title: ReactNode; readonly end?: ReactNode }) {
  return (
    <div className={styles.section}>
      <h2>{title}</h2>
      {end !== undefined && <div className={styles.actions}>{end}</div>}
    </div>
  );
}
