/** Everybody's orders; a row unfolds to what an admin may want to know of it. */
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { OrderBody } from '#contract/ordering.ts';
import { currencyOf } from '#domain/money.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Moment, Money, Quantity } from '#web/ui/numbers.tsx';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import { type Column, indexColumn, Table } from '#web/ui/table.tsx';
import { useNow } from '#web/use-now.ts';
import styles from './all-orders-table.module.css';
import { OrderLines, Rate } from './order-summary.tsx';
import { FulfilmentState, GivenBack } from './payment-state.tsx';
import { timeLeft } from './time-left.ts';

export function AllOrdersTable({
  orders,
  empty,
  onCancel,
  skeletonRows = 10,
}: {
  readonly orders: readonly OrderBody[] | undefined;
  readonly empty: ReactNode;
  readonly onCancel: (order: OrderBody) => void;
  readonly skeletonRows?: number;
}) {
  const [openId, setOpenId] = useState<string>();
  const columns = useMemo(
    () => columnsWith(({ _id }) => setOpenId((now) => (now === _id ? undefined : _id))),
    [],
  );
  return (
    <Table
      caption="All orders"
      className={styles.table}
      columns={columns}
      isChosen={({ _id }) => _id === openId}
      rows={orders}
      rowKey={(order) => order._id}
      rowDetails={(order) =>
        order._id === openId ? <OrderDetails order={order} onCancel={onCancel} /> : undefined
      }
      empty={empty}
      skeletonRows={skeletonRows}
    />
  );
}

function columnsWith(toggle: (order: OrderBody) => void): readonly Column<OrderBody>[] {
  return [
    indexColumn,
    {
      key: 'customer',
      head: 'Customer Name',
      phoneLabel: '',
      rowHeader: true,
      className: styles.customer,
      cell: (order, _, isOpen) => (
        <>
          {/* Its press reaches over the whole row. */}
          <button
            type="button"
            className={styles.opener}
            aria-expanded={isOpen}
            onClick={() => toggle(order)}
          >
            {order.userName}
            <span className="sr">, order {order.orderId}</span>
          </button>
          <small>
            <Moment at={order.placedAt} time />
          </small>
        </>
      ),
    },
    {
      key: 'product',
      head: 'Product Name',
      phoneLabel: '',
      className: styles.product,
      cell: (order) => (
        <>
          {order.partsName}
          <small>
            <Link to="/dashboard/order/$id" params={{ id: order.orderId }} className={styles.page}>
              {order.orderId}
            </Link>
          </small>
        </>
      ),
    },
    {
      key: 'quantity',
      head: 'Quantity',
      align: 'end',
      className: styles.quantity,
      cell: (order) => (
        <>
          <Quantity value={order.orderQuantity} />
          <small>
            <Money amount={order.amount} currency={currencyOf(order.currency)} />
          </small>
        </>
      ),
    },
    {
      key: 'status',
      head: 'Status',
      phoneLabel: '',
      className: styles.status,
      cell: (order) => (
        <>
          <FulfilmentState order={order} />
          {order.status !== 'refunded' && <GivenBack order={order} />}
        </>
      ),
    },
    {
      key: 'fold',
      head: <span className="sr">Details</span>,
      phoneLabel: '',
      className: styles.fold,
      cell: (_order, _, isOpen) => (
        <ChevronRight
          className={classNames('icon', styles.chevron, isOpen && styles.unfolded)}
          aria-hidden="true"
        />
      ),
    },
  ];
}

function OrderDetails({
  order,
  onCancel,
}: {
  readonly order: OrderBody;
  readonly onCancel: (order: OrderBody) => void;
}) {
  return (
    <div className={styles.details}>
      <div>
        <OrderLines order={order} />
        <div className={styles.total}>
          <Money amount={order.amount} currency={currencyOf(order.currency)} />
        </div>
        {order.currency !== order.listCurrency && (
          <p className={styles.rate}>
            <Money amount={order.listAmount} currency={currencyOf(order.listCurrency)} /> at{' '}
            <Rate order={order} />
          </p>
        )}
        <div className={styles.actions}>
          <ButtonLink to="/dashboard/order/$id" params={{ id: order.orderId }} size="small">
            Open order<span className="sr"> {order.orderId}</span>
          </ButtonLink>
          {order.status === 'unpaid' && (
            <>
              <Button size="small" tone="danger" onClick={() => onCancel(order)}>
                Cancel
              </Button>
              <Expiry order={order} />
            </>
          )}
        </div>
      </div>
      <FactRows>
        <Fact name="Email">
          <a href={`mailto:${order.userEmail}`}>{order.userEmail}</a>
        </Fact>
        <Fact name="Phone">{order.phone}</Fact>
        <Fact name="Address">{order.address}</Fact>
        <Fact name="Order">
          <CopyText text={order.orderId} what="order number" />
        </Fact>
        {order.transactionId !== null && (
          <Fact name="Transaction id">
            <CopyText text={order.transactionId} what="transaction id" />
          </Fact>
        )}
        {order.paidAt !== null && (
          <Fact name="Paid">
            <Moment at={order.paidAt} time />
          </Fact>
        )}
        {order.refunded > 0 && (
          <Fact name="Refunded">
            <Money amount={order.refunded} currency={currencyOf(order.currency)} />
          </Fact>
        )}
        {order.closedAt !== null && (
          <Fact name={order.status === 'expired' ? 'Expired' : 'Closed'}>
            <Moment at={order.closedAt} time />
          </Fact>
        )}
      </FactRows>
    </div>
  );
}

function Expiry({ order }: { readonly order: OrderBody }) {
  const now = useNow();
  if (order.expiresAt === null) return null;
  const left = timeLeft(order.expiresAt, now);
  return (
    <span className="small faint">{left.isOver ? 'expires any moment' : `expires in ${left.text}`}</span>
  );
}
