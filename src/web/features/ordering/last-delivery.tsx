/** Offers where the buyer's last order went. By a press alone: what goes to the wrong door costs more than a press. */
import { useQuery } from '@tanstack/react-query';
import { useUser } from '#web/features/identity/guards.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './last-delivery.module.css';
import { lastOrderQuery } from './order-queries.ts';

export type Delivery = { readonly address: string; readonly phone: string };

/** Stands at the end of the address's own label, so that nothing moves when the answer comes; nothing for a first order. */
export function LastDelivery({ onTake }: { readonly onTake: (last: Delivery) => void }) {
  const { data: last } = useQuery(lastOrderQuery(useUser().email));
  if (last == null) return null;
  return (
    <Button
      tone="bare"
      size="small"
      className={styles.offer}
      title={`${last.address}\n${last.phone}`}
      onClick={() => onTake(last)}
    >
      As in your last order
    </Button>
  );
}
