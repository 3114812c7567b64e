/** A buyer's orders: a table of the specified columns, cards on a phone. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { OrderBody } from '#contract/ordering.ts';
import { currencyOf } from '#domain/money.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Money, PartNumber, Quantity } from '#web/ui/numbers.tsx';
import { type Column, indexColumn, Table } from '#web/ui/table.tsx';
import styles from './my-orders-table.module.css';
import { PaymentState } from './payment-state.tsx';
import { OrderAgainLink } from './reorder-links.tsx';

export function MyOrdersTable({
  orders,
  empty,
  onCancel,
}: {
  /** Undefined while they are on their way. */
  readonly orders: readonly OrderBody[] | undefined;
  readonly empty: ReactNode;
  readonly onCancel: (order: OrderBody) => void;
}) {
  const firstUnpaid = orders?.find((order) => order.status === 'unpaid');
  const columns = useMemo(() => columnsWith(onCancel), [onCancel]);
  return (
    <Table
      caption="My orders"
      className={styles.table}
      columns={columns}
      isChosen={(order) => order === firstUnpaid}
      rows={orders}
      rowKey={(order) => order._id}
      rowClassName={(order) =>
        classNames(
          order.status === 'unpaid' && styles.live,
          (order.status === 'cancelled' || order.status === 'expired') && styles.past,
        )
      }
      empty={empty}
    />
  );
}

function columnsWith(onCancel: (order: OrderBody) => void): readonly Column<OrderBody>[] {
  return [
    indexColumn,
    {
      key: 'customer',
      head: 'Customer Name',
      phoneLabel: 'Customer',
      className: styles.customer,
      cell: (order) => (
        <>
          {order.userName}
          <small>{order.orderId}</small>
        </>
      ),
    },
    {
      key: 'email',
      head: 'Email',
      className: styles.email,
      cell: (order) => <Email address={order.userEmail} />,
    },
    {
      key: 'product',
      head: 'Product Name',
      rowHeader: true,
      className: styles.product,
      cell: (order) => <Product order={order} />,
    },
    {
      key: 'quantity',
      head: 'Order Quantity',
      align: 'end',
      className: styles.quantity,
      cell: (order) => <Quantity value={order.orderQuantity} />,
    },
    {
      key: 'price',
      head: 'Price/unit',
      align: 'end',
      className: styles.price,
      cell: (order) =>
        order.pricePerUnit === null ? (
          <span className={styles.several}>{order.lines.length} prices</span>
        ) : (
          <Money amount={order.pricePerUnit} currency={currencyOf(order.currency)} />
        ),
    },
    {
      key: 'action',
      head: 'Action',
      phoneLabel: '',
      className: styles.action,
      cell: (order, _, isNext) => <Action order={order} isNext={isNext} />,
    },
    {
      key: 'payment',
      head: 'Payment',
      phoneLabel: '',
      className: styles.payment,
      cell: (order) => <PaymentState order={order} />,
    },
    {
      key: 'cancel',
      head: 'Cancel',
      phoneLabel: '',
      className: styles.cancel,
      cell: (order) =>
        order.status === 'unpaid' && (
          <Button size="small" tone="danger" onClick={() => onCancel(order)}>
            Cancel<span className="sr"> order {order.orderId}</span>
          </Button>
        ),
    },
  ];
}

/** May break behind its @, where an address is best broken. */
function Email({ address }: { readonly address: string }) {
  const at = address.indexOf('@') + 1;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

function Product({ order }: { readonly order: OrderBody }) {
  const [first, ...more] = order.lines;
  return (
    <>
      {/* Its press reaches over the whole row, below the row's other controls. */}
      <Link to="/dashboard/order/$id" params={{ id: order.orderId }} className={styles.opener}>
        {order.partsName}
        <span className="sr">, order {order.orderId}</span>
      </Link>
      <small>
        {first !== undefined && more.length === 0 && <PartNumber number={first.sku} />}{' '}
        <span className={styles.number}>{order.orderId}</span>
      </small>
      <small className={styles.buyer}>
        <span>{order.userName}</span>{' '}
        <span className={styles.address}>
          <Email address={order.userEmail} />
        </span>
      </small>
    </>
  );
}

/** Pay what is unpaid; order the same again otherwise. */
function Action({ order, isNext }: { readonly order: OrderBody; readonly isNext: boolean }) {
  if (order.status === 'unpaid') {
    return (
      <ButtonLink
        to="/dashboard/payment/$id"
        params={{ id: order._id }}
        size="small"
        tone={isNext ? 'signal' : 'quiet'}
      >
        <span>
          Pay <Money amount={order.amount} currency={currencyOf(order.currency)} />
        </span>
      </ButtonLink>
    );
  }
  return <OrderAgainLink order={order} size="small" tone="bare" />;
}
