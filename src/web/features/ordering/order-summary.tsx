/** What an order is about: who, what, where to, and what it comes to. */
import type { ReactNode } from 'react';
import type { OrderBody } from '#contract/ordering.ts';
import { currencyOf } from '#domain/money.ts';
import { Moment, Money, PartNumber, Quantity } from '#web/ui/numbers.tsx';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import styles from './order-summary.module.css';

/** The whole order as a sheet, its part's picture at the top where there is one. */
export function OrderSummary({
  order,
  picture,
}: {
  readonly order: OrderBody;
  readonly picture?: ReactNode;
}) {
  const [first, ...more] = order.lines;
  const currency = currencyOf(order.currency);
  return (
    <section className={styles.sheet} aria-label="Order summary">
      <div className={styles.head}>
        {picture !== undefined && <div className={styles.picture}>{picture}</div>}
        <div>
          <h2>{order.partsName}</h2>
          {first !== undefined && more.length === 0 && (
            <p className="small quiet">
              <PartNumber number={first.sku} />
            </p>
          )}
          <p className="small quiet">
            {order.orderId}, <Moment at={order.placedAt} />
          </p>
        </div>
      </div>
      {more.length > 0 && <OrderLines order={order} />}
      <FactRows>
        <Fact name="Name">{order.userName}</Fact>
        <Fact name="Email">{order.userEmail}</Fact>
        <Fact name="Part">{order.partsName}</Fact>
        <Fact name="Quantity">
          <Quantity value={order.orderQuantity} />
        </Fact>
        {order.pricePerUnit !== null && (
          <Fact name="Price per unit">
            <Money amount={order.pricePerUnit} currency={currency} />
          </Fact>
        )}
        <Fact name="Address">{order.address}</Fact>
        <Fact name="Phone">{order.phone}</Fact>
        {order.currency !== order.listCurrency && (
          <Fact name="Rate, locked">
            <Rate order={order} />
          </Fact>
        )}
        <Fact name="Total" sum>
          <Money amount={order.amount} currency={currency} />
        </Fact>
      </FactRows>
    </section>
  );
}

/** "1 USD = 121.50 TK, 20 Nov 2026": the rate that the order was made at. */
export function Rate({ order }: { readonly order: OrderBody }) {
  return (
    <>
      1 {order.listCurrency} = {order.rate} {currencyOf(order.currency).label},{' '}
      <Moment at={`${order.rateDate}T00:00:00Z`} timeZone="UTC" />
    </>
  );
}

/** The parts of an order of several. */
export function OrderLines({ order }: { readonly order: OrderBody }) {
  const currency = currencyOf(order.currency);
  return (
    <ul className={styles.lines} aria-label="Parts of this order">
      {order.lines.map((line) => (
        <li key={line.partId}>
          <p className={styles.name}>
            {line.partsName}
            <small>
              <PartNumber number={line.sku} />
            </small>
          </p>
          <p className={styles.units}>
            <Quantity value={line.quantity} /> × <Money amount={line.pricePerUnit} currency={currency} />
          </p>
          <p className={styles.amount}>
            <Money amount={line.amount} currency={currency} />
          </p>
        </li>
      ))}
    </ul>
  );
}
