/** What moved a part's stock lately. */
import { problemOf } from '#contract/kernel/api-error.ts';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Moment } from '#web/ui/numbers.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import styles from './stock-ledger.module.css';

type Movement = {
  readonly kind: 'received' | 'reserved' | 'released' | 'shipped' | 'adjusted';
  readonly quantity: number;
  readonly reason: string;
  readonly orderNumber: string | null;
  readonly by: string | null;
  readonly at: string;
};

const KINDS = {
  received: 'Received',
  reserved: 'Reserved',
  released: 'Released',
  shipped: 'Shipped',
  adjusted: 'Adjusted',
} as const;

export function StockLedger({
  movements,
  error,
  onRetry,
}: {
  /** Newest first; undefined while they are on their way. */
  readonly movements: readonly Movement[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  return (
    <section aria-label="Last movements">
      <h3 className={styles.title}>Last movements</h3>
      {error !== undefined ? (
        <ErrorNotice problem={problemOf(error) ?? undefined} onRetry={onRetry} />
      ) : movements?.length === 0 ? (
        <p className="small faint">Nothing has moved yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls must be reachable by keyboard
        <ul className={styles.list} tabIndex={0} aria-busy={movements === undefined || undefined}>
          {movements === undefined
            ? [0, 1, 2].map((row) => (
                <li key={row}>
                  <Skeleton />
                </li>
              ))
            : movements.map((movement, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: movements have no other name, and the list is short
                <li key={index}>
                  <span className={styles.units}>{unitsOf(movement)}</span>
                  <span className={styles.what}>
                    {KINDS[movement.kind]}
                    {movement.orderNumber !== null && ` · ${movement.orderNumber}`}
                    {movement.reason !== '' && ` · ${movement.reason}`}
                  </span>
                  <span className={styles.when}>
                    <Moment at={movement.at} time />
                    {movement.by !== null && `, ${movement.by}`}
                  </span>
                </li>
              ))}
        </ul>
      )}
    </section>
  );
}

/** What came or went has a sign; what is only set aside has none. */
function unitsOf({ kind, quantity }: Movement): string {
  const units = Math.abs(quantity);
  if (kind === 'reserved' || kind === 'released') return String(units);
  return quantity < 0 ? `−${units}` : `+${units}`;
}
