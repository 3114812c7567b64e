/** The parts of an order, as they were ordered, with what they come to. */
import { Link } from '@tanstack/react-router';
import type { OrderDetailBody, OrderedPartBody } from '#contract/ordering.ts';
import { amountInWords } from '#domain/amount-in-words.ts';
import { type Currency, currencyOf, fromDecimal } from '#domain/money.ts';
import { orderedFitText } from '#domain/vehicles/ordered-fit.ts';
import { Money, PartNumber, Quantity } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import styles from './order-parts.module.css';
import { Rate } from './order-summary.tsx';
import { SimilarPartsLink } from './similar-parts-link.tsx';

export function OrderParts({ order }: { readonly order: OrderDetailBody }) {
  const currency = currencyOf(order.currency);
  const words = inWords(order.amount, currency);
  return (
    <section aria-label="Parts of this order">
      <Table
        caption="Parts of this order"
        className={styles.table}
        columns={columnsIn(currency)}
        rows={order.lines}
        rowKey={(line) => line.partId}
      />
      <dl className={styles.sums}>
        <div className={styles.total}>
          <dt>{order.transactionId === null ? 'Total' : 'Total paid'}</dt>
          <dd>
            <Money amount={order.amount} currency={currency} />
          </dd>
        </div>
        {order.refunded > 0 && (
          <div className={styles.back}>
            <dt>Refunded</dt>
            <dd>
              −<Money amount={order.refunded} currency={currency} />
            </dd>
          </div>
        )}
        {order.refunding > 0 && (
          <div className={styles.back}>
            <dt>On its way back</dt>
            <dd>
              <Money amount={order.refunding} currency={currency} />
            </dd>
          </div>
        )}
        {words !== undefined && (
          <div>
            <dt className="sr">In words</dt>
            <dd>{words}</dd>
          </div>
        )}
        {order.currency !== order.listCurrency && (
          <div className={styles.list}>
            <dt>List price</dt>
            <dd>
              <Money amount={order.listAmount} currency={currencyOf(order.listCurrency)} /> at{' '}
              <Rate order={order} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function inWords(amount: number, currency: Currency): string | undefined {
  const minor = fromDecimal(amount, currency);
  return minor === undefined ? undefined : amountInWords(minor, currency);
}

function columnsIn(currency: Currency): readonly Column<OrderedPartBody>[] {
  return [
    {
      key: 'part',
      head: 'Part',
      rowHeader: true,
      className: styles.part,
      cell: (line) => <Part line={line} />,
    },
    {
      key: 'quantity',
      head: 'Quantity',
      align: 'end',
      className: styles.quantity,
      cell: (line) => <Quantity value={line.quantity} />,
    },
    {
      key: 'price',
      head: 'Price/unit',
      align: 'end',
      className: styles.price,
      cell: (line) => <Money amount={line.pricePerUnit} currency={currency} />,
    },
    {
      key: 'amount',
      head: 'Amount',
      align: 'end',
      className: styles.amount,
      cell: (line) => <Money amount={line.amount} currency={currency} />,
    },
  ];
}

function Part({ line }: { readonly line: OrderedPartBody }) {
  return (
    <span className={styles.what}>
      <Picture src={line.img} alt="" small className={styles.picture} />
      <span className={styles.words}>
        {line.archived ? (
          <span className={styles.name}>{line.partsName}</span>
        ) : (
          <Link
            className={styles.name}
            to="/catalogue/$brand/$partNumber"
            params={{ brand: line.brandSlug, partNumber: line.partNumberSlug }}
          >
            {line.partsName}
          </Link>
        )}
        <small>
          {line.brand} <PartNumber number={line.partNumber} />
        </small>
        {line.fit !== null && <small>{orderedFitText(line.fit)}</small>}
        {line.archived && (
          <small>
            No longer sold. <SimilarPartsLink part={line} />
          </small>
        )}
      </span>
    </span>
  );
}
