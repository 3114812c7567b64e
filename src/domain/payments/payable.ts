/** What one payment can come to. An order is paid by one payment, so an order that can be placed comes to such an amount. */
import { type Currency, formatMoney } from '../money.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** In minor units of the currency that is paid in; each is whole steps. */
export type PayableAmounts = {
  readonly leastMinor: number;
  readonly mostMinor: number;
  /** Above 1 where the smallest unit is too small to be charged: single Kuwaiti fils are not. */
  readonly stepMinor: number;
};

/** Why an order of this total could never be paid; undefined where it can. */
export function refuseUnpayable(
  totalMinor: number,
  { leastMinor, mostMinor, stepMinor }: PayableAmounts,
  currency: Currency,
): Refusal<'AMOUNT_TOO_LARGE' | 'AMOUNT_NOT_PAYABLE', undefined> | undefined {
  const inWords = (amountMinor: number) => formatMoney(amountMinor, currency);
  if (totalMinor > mostMinor) {
    const most = inWords(mostMinor);
    return refuse('AMOUNT_TOO_LARGE', `One order can be at most ${most}; split it into several`);
  }
  if (totalMinor < leastMinor) {
    const least = inWords(leastMinor);
    return refuse('AMOUNT_NOT_PAYABLE', `One order must come to at least ${least}; order more`);
  }
  if (totalMinor % stepMinor !== 0) {
    const [step, total] = [inWords(stepMinor), inWords(totalMinor)];
    return refuse(
      'AMOUNT_NOT_PAYABLE',
      `A payment is a multiple of ${step} and this order is ${total}; order another quantity`,
    );
  }
  return undefined;
}
