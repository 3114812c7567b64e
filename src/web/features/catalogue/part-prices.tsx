/** A part's price in the currency that orders are made in, and how it comes from the list price. */
import type { PartBody } from '#contract/catalogue.ts';
import type { ShopBody } from '#contract/shop.ts';
import { Money } from '#web/ui/numbers.tsx';
import styles from './part-prices.module.css';

export function PartPrices({
  part,
  shop,
}: {
  readonly part: Pick<PartBody, 'price' | 'pricePerUnit'>;
  readonly shop: ShopBody;
}) {
  const { listCurrency: list, settlementCurrency: settlement } = shop;
  const isConverted = list.code !== settlement.code;
  return (
    <div className={styles.prices}>
      <p className={styles.main}>
        <span className="quiet">Price per unit</span>
        <b>
          <Money amount={part.pricePerUnit} currency={settlement} />
        </b>
      </p>
      {isConverted && (
        <p className="small quiet">
          <Money amount={part.price} currency={list} /> at 1 {list.code} = {shop.rate} {settlement.label},
          rate of <time dateTime={shop.rateDate}>{shop.rateDay}</time>. The rate is locked when you order.
        </p>
      )}
    </div>
  );
}
