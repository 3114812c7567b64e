/** What the shop writes to a buyer about their order. */
import { momentText } from '#domain/moment-text.ts';
import { formatMoney } from '#domain/money.ts';
import type { Order } from '#domain/ordering/order.ts';
import { type MailContent, type MailingShop, type WrittenMail, writeMail } from '#server/mail/write-mail.ts';

export type OrderMailEvent = 'placed' | 'paid' | 'cancelled' | 'expired';

/** The mail about something that happened to an order. Times are in UTC, since nothing is known of the reader's clock. */
export function orderMail(event: OrderMailEvent, order: Order, shop: MailingShop): WrittenMail {
  const base = shop.url.replace(/\/+$/, '');
  const { subject, ...said } = SAID[event](order, base);
  return { subject, ...writeMail({ name: shop.name, url: base }, { ...said, ...contents(event, order) }) };
}

type Said = Pick<MailContent, 'headline' | 'paragraphs' | 'action'> & { readonly subject: string };

const SAID: Readonly<Record<OrderMailEvent, (order: Order, url: string) => Said>> = {
  placed(order, url) {
    const subject = `Order ${order.number} received`;
    // Mail that was held up may arrive when there is nothing to pay any more.
    if (order.status !== 'unpaid') {
      return {
        subject,
        headline: 'We have your order',
        paragraphs: [`Order ${order.number} reached us on ${momentText(order.placedAt)}.`],
        action: seeOrder(order, url),
      };
    }
    return {
      subject,
      headline: 'Your parts are reserved',
      paragraphs: [
        `Order ${order.number} is set aside for you until ${momentText(order.expiresAt)}.`,
        `Pay ${total(order)} by then and we ship it. After that the order expires and its parts are free for others.`,
      ],
      action: { label: 'Pay for this order', url: `${url}/dashboard/payment/${order.id}` },
    };
  },
  paid: (order, url) => ({
    subject: `Order ${order.number} is paid`,
    headline: 'Paid, and on its way',
    paragraphs: [`We received ${total(order)} for order ${order.number}, and ship it to the address below.`],
    action: seeOrder(order, url),
  }),
  cancelled: (order, url) => ({
    subject: `Order ${order.number} is cancelled`,
    headline: 'Your order is cancelled',
    paragraphs: [
      `Order ${order.number} is cancelled. It was not paid, so there is nothing to give back, and its parts are free again.`,
      'If you still need them, order them again while they are in stock.',
    ],
    action: seeOrder(order, url),
  }),
  expired: (order, url) => ({
    subject: `Order ${order.number} has expired`,
    headline: 'Your order has expired',
    paragraphs: [
      `Order ${order.number} was not paid by ${momentText(order.expiresAt)}, so its parts are free again. A payment that comes later goes back by itself.`,
      'If you still need them, order them again while they are in stock.',
    ],
    action: seeOrder(order, url),
  }),
};

const UNITS = new Intl.NumberFormat('en');

function contents(
  event: OrderMailEvent,
  order: Order,
): Pick<MailContent, 'reference' | 'items' | 'total' | 'facts' | 'notes'> {
  const money = (amountMinor: number) => formatMoney(amountMinor, order.settlementCurrency);
  const { listCurrency: list, settlementCurrency: settlement } = order;
  const facts: MailContent['facts'][number][] = [];
  if (list.code !== settlement.code) {
    const listTotal = formatMoney(order.listTotalMinor, list);
    facts.push({
      label: 'List price',
      value: `${listTotal}, at 1 ${list.code} = ${order.rate} ${settlement.code} (${order.rateDate})`,
    });
  }
  if (event === 'placed' || event === 'paid') {
    if (event === 'paid' && order.transactionId !== null)
      facts.push({ label: 'Transaction', value: order.transactionId, isCode: true });
    facts.push({ label: 'Deliver to', value: `${order.userName}\n${order.address}\n${order.phone}` });
  }
  return {
    reference: { label: 'Order', code: order.number },
    items: order.lines.map((line) => ({
      name: line.partName,
      code: line.sku,
      note: `${UNITS.format(line.quantity)} × ${money(line.pricePerUnitMinor)}`,
      amount: money(line.amountMinor),
    })),
    total: { label: 'Total', amount: total(order) },
    facts,
    notes: ['You get this mail because you ordered with this address.'],
  };
}

function total(order: Order): string {
  return formatMoney(order.totalMinor, order.settlementCurrency);
}

function seeOrder({ id }: Order, url: string): MailContent['action'] {
  return { label: 'See this order', url: `${url}/dashboard/order/${id}` };
}
