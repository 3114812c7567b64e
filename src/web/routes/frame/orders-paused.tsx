/** Said on every page while nothing can be ordered, so that nobody fills in a form in vain. */
import { Note } from '#web/ui/notices.tsx';
import styles from './orders-paused.module.css';

export function OrdersPaused() {
  return (
    <div className={`wrap ${styles.place}`} role="status">
      <Note tone="warn">
        <p>
          <strong>Nothing can be ordered or changed just now.</strong> The catalogue and its prices are good.
          This notice goes away by itself as soon as orders are taken again.
        </p>
      </Note>
    </div>
  );
}
