/** Who ordered, and where it goes. */
import { Link } from '@tanstack/react-router';
import type { OrderDetailBody } from '#contract/ordering.ts';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import styles from './order.module.css';

export function OrderFacts({
  order,
  isAdmin,
}: {
  readonly order: OrderDetailBody;
  readonly isAdmin: boolean;
}) {
  return (
    <section>
      <h2>Buyer and delivery</h2>
      <FactRows>
        <Fact name="Name">
          {isAdmin ? (
            <Link to="/dashboard/allOrders" search={{ buyer: order.userEmail }}>
              {order.userName}
              <span className="sr">: all orders of this buyer</span>
            </Link>
          ) : (
            order.userName
          )}
        </Fact>
        <Fact name="Email">
          {isAdmin ? <a href={`mailto:${order.userEmail}`}>{order.userEmail}</a> : order.userEmail}
        </Fact>
        <Fact name="Phone">{order.phone}</Fact>
        <Fact name="Address">
          <span className={styles.address}>{order.address}</span>
        </Fact>
        {order.transactionId !== null && (
          <Fact name="Transaction id">
            <CopyText text={order.transactionId} what="transaction id" />
          </Fact>
        )}
      </FactRows>
    </section>
  );
}
