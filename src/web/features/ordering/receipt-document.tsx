/** The document about an order as a sheet: read on the screen, and printed without anything around it. */
import type { ReceiptBody } from '#contract/ordering.ts';
import { classNames } from '#web/ui/class-names.ts';
import { PartNumber } from '#web/ui/numbers.tsx';
import styles from './receipt-document.module.css';

/** Facts that are copied by hand or eye, and so stand in the mono. */
const CODES: ReadonlySet<string> = new Set(['Order', 'Transaction']);

export function ReceiptDocument({ receipt }: { readonly receipt: ReceiptBody }) {
  return (
    <article className={styles.sheet} lang="en">
      <p className={styles.shop}>
        <strong>{receipt.shopName}</strong>
        <span>{receipt.shopAddress}</span>
      </p>
      <h1>{receipt.title}</h1>
      <p className={classNames(styles.statement, receipt.kind === 'receipt' && styles.paid)}>
        {receipt.statement}
      </p>
      <div className={styles.parties}>
        <dl className={styles.facts}>
          {receipt.facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{CODES.has(label) ? <PartNumber number={value} /> : value}</dd>
            </div>
          ))}
        </dl>
        <Party name="Buyer" lines={receipt.buyer} />
        <Party name="Deliver to" lines={receipt.delivery} />
      </div>
      <table className={styles.lines}>
        <caption className="sr">Parts of this order</caption>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Part number</th>
            <th scope="col">Quantity</th>
            <th scope="col">Price per unit</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {receipt.lines.map((line) => (
            <tr key={line.sku}>
              <td>
                {line.name}
                {line.fit !== '' && <span className={styles.fit}>{line.fit}</span>}
              </td>
              <td>
                <PartNumber number={line.sku} />
              </td>
              <td data-label="Quantity">{line.quantity}</td>
              <td data-label="Price per unit">{line.pricePerUnit}</td>
              <td>{line.amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.sums}>
        <p className={styles.total}>
          <span>{receipt.totalLabel}</span> <span>{receipt.total}</span>
        </p>
        <p>{receipt.totalInWords}</p>
        {receipt.exchange !== null && <p className={styles.exchange}>{receipt.exchange}</p>}
        {receipt.deductions.length > 0 && (
          <dl className={styles.deductions}>
            {receipt.deductions.map(({ label, value }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two of a day may be alike, and none moves
              <div key={index}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </article>
  );
}

function Party({ name, lines }: { readonly name: string; readonly lines: readonly string[] }) {
  return (
    <div className={styles.party}>
      <h2>{name}</h2>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of an address may be alike, and never move
        <p key={index}>{line}</p>
      ))}
    </div>
  );
}
