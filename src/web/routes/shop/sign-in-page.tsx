/** The frame of login and sign-up: the form, and beside it what an account is good for. */
import type { ReactNode } from 'react';
import type { ShopBody } from '#contract/shop.ts';
import type { GoogleChoice } from '#web/features/identity/sign-in-forms.tsx';
import styles from './sign-in-page.module.css';

/** Which Google a shop has. */
export function googleOf({ identity }: ShopBody): GoogleChoice {
  if (!identity.google) return 'none';
  return identity.googleIsEmulated ? 'emulated' : 'real';
}

export function SignInPage({
  title,
  lead,
  shop,
  children,
}: {
  readonly title: string;
  readonly lead: string;
  readonly shop: ShopBody;
  readonly children: ReactNode;
}) {
  const hours = shop.orderExpiryMinutes / 60;
  return (
    <div className={styles.page}>
      <div className={styles.form}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {children}
      </div>
      <aside className={styles.aside} aria-label="What an account is good for">
        <ol className={styles.steps}>
          <li>
            <b>Find</b>
            <p>By any number on the box, or by part type and brand.</p>
          </li>
          <li>
            <b>Order</b>
            <p>
              From the minimum order up. The stock is yours for{' '}
              {Number.isInteger(hours)
                ? `${hours} ${hours === 1 ? 'hour' : 'hours'}`
                : `${shop.orderExpiryMinutes} minutes`}
              , the price is locked in.
            </p>
          </li>
          <li>
            <b>Pay</b>
            <p>By card, in {shop.settlementCurrency.label}. Paid orders ship at once.</p>
          </li>
        </ol>
      </aside>
    </div>
  );
}
