/** What the shop writes to a buyer whose money goes back. */
import { currencyOf, formatMoney } from '#domain/money.ts';
import type { Order } from '#domain/ordering/order.ts';
import { type MailContent, type MailingShop, type WrittenMail, writeMail } from '#server/mail/write-mail.ts';
import type { Refund } from './refund-store.ts';

type TellingRefund = Pick<Refund, 'amountMinor' | 'currency' | 'cause' | 'reason' | 'intentId'>;

/** The mail about a refund that the provider has accepted, for the order that it is about. */
export function refundMail(refund: TellingRefund, order: Order, shop: MailingShop): WrittenMail {
  const base = shop.url.replace(/\/+$/, '');
  const amount = formatMoney(refund.amountMinor, currencyOf(refund.currency));
  const { subject, ...said } = saidOf(refund, order, amount);
  const content: MailContent = {
    ...said,
    action: { label: 'See this order', url: `${base}/dashboard/order/${order.id}` },
    reference: { label: 'Order', code: order.number },
    items: [],
    total: { label: 'Refund', amount },
    facts: [
      { label: 'Why', value: refund.reason },
      { label: 'Transaction', value: refund.intentId, isCode: true },
    ],
    notes: ['You get this mail because you ordered with this address.'],
  };
  return { subject, ...writeMail({ name: shop.name, url: base }, content) };
}

type Said = Pick<MailContent, 'headline' | 'paragraphs'> & { readonly subject: string };

const WHEN = 'It goes back to the card that you paid with. Banks take five to ten days to show it.';

/** Only the payment that the order has paid it; a payment that merely names the order did not. */
function saidOf(refund: TellingRefund, order: Order, amount: string): Said {
  if (order.transactionId === refund.intentId) return saidOfRefund(refund, order, amount);
  return refund.cause === 'late' ? saidOfLate(order, amount) : saidOfStray(order, amount);
}

function saidOfRefund(refund: TellingRefund, order: Order, amount: string): Said {
  const isWhole = refund.amountMinor === order.totalMinor;
  return {
    subject: `Refund for order ${order.number}`,
    headline: isWhole ? 'Your money is on its way back' : 'A part of your money is on its way back',
    paragraphs: [
      isWhole
        ? `We have given all of ${amount} back for order ${order.number}.`
        : `We have given ${amount} back of the ${formatMoney(order.totalMinor, order.settlementCurrency)} that you paid for order ${order.number}.`,
      WHEN,
    ],
  };
}

function saidOfLate(order: Order, amount: string): Said {
  const isPaidBefore = order.transactionId !== null;
  return {
    subject: `Your payment for order ${order.number} goes back to you`,
    headline: 'Your payment goes back to you',
    paragraphs: [
      isPaidBefore
        ? `A second payment of ${amount} arrived for order ${order.number}, which is paid already. We have given it back.`
        : `Your payment of ${amount} arrived when order ${order.number} was closed already, so it could not pay it. We have given it back.`,
      WHEN,
      ...(isPaidBefore ? [] : ['If you still need the parts, order them again while they are in stock.']),
    ],
  };
}

function saidOfStray(order: Order, amount: string): Said {
  return {
    subject: `A payment that named order ${order.number} goes back to you`,
    headline: 'Your money is on its way back',
    paragraphs: [
      `We have given ${amount} back of a payment that named order ${order.number} and did not pay it.`,
      'It goes back to the card that it came from. Banks take five to ten days to show it.',
      ...(order.status === 'unpaid' ? ['The order still waits to be paid.'] : []),
    ],
  };
}
