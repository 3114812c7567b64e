/**
 * The shop as a few lines of arithmetic: parts with units, orders with money. What the real one does with stock, orders,
 * payments and refunds must be what this does; it is written from the promises, not from the code.
 */

export type ModelPart = { readonly onHand: number; readonly reserved: number };
export type ModelOrder = {
  readonly part: number;
  readonly quantity: number;
  readonly totalMinor: number;
  readonly status: 'unpaid' | 'paid' | 'cancelled' | 'expired' | 'refunded';
  /** Of its payment at the provider. */
  readonly intent: 'none' | 'open' | 'succeeded' | 'cancelled';
  readonly refundedMinor: number;
  /** Payments that came after it was closed, each given back. */
  readonly latePayments: number;
};
export type ShopModel = { readonly parts: readonly ModelPart[]; readonly orders: readonly ModelOrder[] };

/** What is done; parts and orders by their places in the model. */
export type Op =
  | { readonly kind: 'place'; readonly part: number; readonly quantity: number }
  | { readonly kind: 'adjust'; readonly part: number; readonly units: number }
  | {
      readonly kind: 'prepare' | 'confirm' | 'report' | 'notice' | 'cancel' | 'expire' | 'payLate';
      readonly order: number;
    }
  | { readonly kind: 'refund'; readonly order: number; readonly percent: number };

/** `done`, or the code of the refusal. */
export type Outcome = string;

/** Of each part, in the settlement currency. */
const PRICE_MINOR = 121_500;

/** How much a refund of so many percent is: at least one of the smallest unit. */
export function amountOf({ totalMinor }: Pick<ModelOrder, 'totalMinor'>, percent: number): number {
  return Math.ceil((totalMinor * percent) / 100);
}

/** Whether an operation can be asked of the shop at all, such as a card being entered on a page that was never opened. */
export function isPossible(model: ShopModel, op: Op): boolean {
  if (op.kind === 'place' || op.kind === 'adjust') return model.parts[op.part] !== undefined;
  const order = model.orders[op.order];
  if (order === undefined) return false;
  if (op.kind === 'confirm' || op.kind === 'report' || op.kind === 'notice') return order.intent !== 'none';
  if (op.kind === 'payLate') return order.status === 'cancelled' || order.status === 'expired';
  return true;
}

/** What an operation answers, and the shop after it. */
export function apply(model: ShopModel, op: Op): { readonly outcome: Outcome; readonly after: ShopModel } {
  const refused = (outcome: Outcome) => ({ outcome, after: model });
  switch (op.kind) {
    case 'place': {
      const part = partAt(model, op.part);
      if (op.quantity > part.onHand - part.reserved) return refused('OUT_OF_STOCK');
      const order: ModelOrder = {
        part: op.part,
        quantity: op.quantity,
        totalMinor: PRICE_MINOR * op.quantity,
        status: 'unpaid',
        intent: 'none',
        refundedMinor: 0,
        latePayments: 0,
      };
      const after = changePart(model, op.part, { reserved: part.reserved + op.quantity });
      return { outcome: 'done', after: { ...after, orders: [...after.orders, order] } };
    }
    case 'adjust': {
      const part = partAt(model, op.part);
      if (part.onHand + op.units < part.reserved) return refused('STOCK_WOULD_BE_NEGATIVE');
      return { outcome: 'done', after: changePart(model, op.part, { onHand: part.onHand + op.units }) };
    }
    case 'prepare': {
      const order = orderAt(model, op.order);
      if (order.status === 'paid') return refused('ORDER_PAID');
      if (order.status !== 'unpaid') return refused('ORDER_CLOSED');
      if (order.intent === 'succeeded') return { outcome: 'ORDER_PAID', after: settle(model, op.order) };
      return { outcome: 'done', after: changeOrder(model, op.order, { intent: 'open' }) };
    }
    case 'confirm':
      if (orderAt(model, op.order).intent !== 'open') return refused('refused');
      return { outcome: 'done', after: changeOrder(model, op.order, { intent: 'succeeded' }) };
    case 'report': {
      const after = settle(model, op.order);
      const { status } = orderAt(after, op.order);
      if (status === 'paid' || status === 'refunded') return { outcome: 'done', after };
      return refused(status === 'unpaid' ? 'PAYMENT_NOT_CONFIRMED' : 'ORDER_CLOSED');
    }
    case 'notice':
      return { outcome: 'done', after: settle(model, op.order) };
    case 'cancel':
    case 'expire': {
      const after = settle(model, op.order);
      const { status } = orderAt(after, op.order);
      // Nobody is answered when it is only time.
      const answer = (code: Outcome) => (op.kind === 'cancel' ? code : 'done');
      if (status === 'paid' || status === 'refunded') return { outcome: answer('ORDER_PAID'), after };
      if (status !== 'unpaid') return { outcome: answer('ORDER_CLOSED'), after };
      return {
        outcome: 'done',
        after: close(after, op.order, op.kind === 'cancel' ? 'cancelled' : 'expired'),
      };
    }
    case 'refund': {
      const order = orderAt(model, op.order);
      if (order.status !== 'paid' && order.status !== 'refunded') return refused('NOTHING_TO_REFUND');
      const left = order.totalMinor - order.refundedMinor;
      const amount = amountOf(order, op.percent);
      if (left === 0) return refused('NOTHING_TO_REFUND');
      if (amount > left) return refused('REFUND_TOO_LARGE');
      const refundedMinor = order.refundedMinor + amount;
      const status = refundedMinor === order.totalMinor ? 'refunded' : 'paid';
      return { outcome: 'done', after: changeOrder(model, op.order, { refundedMinor, status }) };
    }
    case 'payLate': {
      const latePayments = orderAt(model, op.order).latePayments + 1;
      return { outcome: 'done', after: changeOrder(model, op.order, { latePayments }) };
    }
  }
}

/** The shop hears what the provider knows: money that has come for an unpaid order pays it and ships its units. */
export function settle(model: ShopModel, place: number): ShopModel {
  const order = orderAt(model, place);
  if (order.status !== 'unpaid' || order.intent !== 'succeeded') return model;
  const part = partAt(model, order.part);
  return changePart(changeOrder(model, place, { status: 'paid' }), order.part, {
    onHand: part.onHand - order.quantity,
    reserved: part.reserved - order.quantity,
  });
}

function close(model: ShopModel, place: number, status: 'cancelled' | 'expired'): ShopModel {
  const order = orderAt(model, place);
  const part = partAt(model, order.part);
  const intent = order.intent === 'open' ? 'cancelled' : order.intent;
  return changePart(changeOrder(model, place, { status, intent }), order.part, {
    reserved: part.reserved - order.quantity,
  });
}

function partAt(model: ShopModel, place: number): ModelPart {
  const part = model.parts[place];
  if (part === undefined) throw new Error(`the model has no part ${place}`);
  return part;
}

export function orderAt(model: ShopModel, place: number): ModelOrder {
  const order = model.orders[place];
  if (order === undefined) throw new Error(`the model has no order ${place}`);
  return order;
}

function changePart(model: ShopModel, place: number, change: Partial<ModelPart>): ShopModel {
  return { ...model, parts: model.parts.with(place, { ...partAt(model, place), ...change }) };
}

function changeOrder(model: ShopModel, place: number, change: Partial<ModelOrder>): ShopModel {
  return { ...model, orders: model.orders.with(place, { ...orderAt(model, place), ...change }) };
}
