/**
 * Ordering, stock, payment and refunds, done in any order by fast-check and compared with a small model of the shop: one
 * after the other, and several at once. Over real HTTP, on a real PostgreSQL, through the real `stripe` package.
 *
 * `MODEL_RUNS` says how many (`npm run test:long -- --project money` does many); a failure tells its seed, which
 * `MODEL_SEED` repeats.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expireOrder } from '#server/ordering/close-order.ts';
import { sendRefund } from '#server/payments/send-refund.ts';
import { expectBooksToBalance } from '../factories/books.ts';
import { makePart, stockOf } from '../factories/parts.ts';
import { intentOf, payInBrowser, providerOf, sendNotice } from '../factories/payments.ts';
import {
  amountOf,
  apply,
  isPossible,
  type Op,
  type Outcome,
  orderAt,
  type ShopModel,
  settle,
} from '../factories/shop-model.ts';
import { type Answer, openTestShop, type Person, type TestShop } from '../shop.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 6);
const SEED = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31));
// Without a bias to the smallest, which says little of few runs.
const OPTIONS = { numRuns: RUNS, seed: SEED, unbiased: true, endOnFailure: RUNS > 100 } as const;
const TIMEOUT_MS = 60_000 + RUNS * 20_000;
const START: readonly number[] = [6, 3];

let shop: TestShop;
let admin: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await openTestShop({ env: { MAX_UNPAID_ORDERS: '10000' } });
  admin = await shop.person('admin');
  buyer = await shop.person('customer');
  if (RUNS > 100) process.stderr.write(`MODEL_SEED=${SEED}\n`);
});
afterAll(async () => {
  await expectBooksToBalance(shop.databases);
  await shop.close();
});

/** The real shop as one run uses it: parts and orders by their places in the model. */
class RealShop {
  readonly partIds: readonly string[];
  readonly orders: { readonly id: string; secret: string }[] = [];
  constructor(partIds: readonly string[]) {
    this.partIds = partIds;
  }

  /** Does an operation and answers what came of it; a placed order is put behind the others. */
  async do(op: Op, model: ShopModel): Promise<Outcome> {
    switch (op.kind) {
      case 'place': {
        const body = { partId: this.partIds[op.part], orderQuantity: op.quantity, address: 'A', phone: '1' };
        const answer = await shop.call('POST', '/order', { token: buyer.token, body });
        if (answer.status === 201)
          this.orders.push({ id: (answer.body as { insertedId: string }).insertedId, secret: '' });
        return outcomeOf(answer);
      }
      case 'adjust': {
        const body = { quantity: op.units, reason: 'counted' };
        const path = `/parts/${this.partIds[op.part]}/stock`;
        return outcomeOf(await shop.call('POST', path, { token: admin.token, body }));
      }
      default:
        return this.#doWithOrder(op, this.orderAt(op.order), model);
    }
  }

  async #doWithOrder(
    op: Exclude<Op, { kind: 'place' | 'adjust' }>,
    order: { readonly id: string; secret: string },
    model: ShopModel,
  ): Promise<Outcome> {
    const asBuyer = (method: string, path: string, body?: object) =>
      shop.call(method, path, { token: buyer.token, body });
    switch (op.kind) {
      case 'prepare': {
        const answer = await asBuyer('POST', '/create-payment-intent', { orderId: order.id });
        if (answer.status === 200) order.secret = (answer.body as { clientSecret: string }).clientSecret;
        return outcomeOf(answer);
      }
      case 'confirm':
        return (await payInBrowser(shop, order.secret)).error === undefined ? 'done' : 'refused';
      case 'report':
        return outcomeOf(
          await asBuyer('PATCH', `/order/${order.id}`, { transactionId: intentOf(order.secret) }),
        );
      case 'notice':
        return outcomeOf(await this.tell(intentOf(order.secret)));
      case 'cancel':
        return outcomeOf(await asBuyer('DELETE', `/order/${order.id}`));
      case 'expire':
        await shop.databases.write
          .updateTable('shop_order')
          .set({ expires_at: shop.clock.now })
          .where('id', '=', order.id)
          .execute();
        await expireOrder(shop.shop.deps, order.id);
        return 'done';
      case 'refund': {
        const amount = amountOf(orderAt(model, op.order), op.percent) / 100;
        const path = `/order/${order.id}/refund`;
        return outcomeOf(
          await shop.call('POST', path, { token: admin.token, body: { amount, reason: 'x' } }),
        );
      }
      case 'payLate': {
        const intent = await providerOf(shop).paymentIntents.create({
          amount: orderAt(model, op.order).totalMinor,
          currency: 'bdt',
          metadata: { orderId: order.id },
        });
        await payInBrowser(shop, intent.client_secret ?? '');
        const outcome = outcomeOf(await this.tell(intent.id));
        for (const { id } of await this.#waiting(intent.id)) await sendRefund(shop.shop.deps, id);
        return outcome;
      }
    }
  }

  tell(intentId: string): Promise<Answer> {
    return sendNotice(shop, 'payment_intent.succeeded', { object: 'payment_intent', id: intentId });
  }

  orderAt(place: number) {
    const order = this.orders[place];
    if (order === undefined) throw new Error(`the shop has no order ${place}`);
    return order;
  }

  #waiting(intentId: string) {
    return shop.databases.write.selectFrom('refund').select('id').where('intent_id', '=', intentId).execute();
  }
}

/** `done`, or the refusal's code; whatever is no answer of a shop that works is told as it came. */
function outcomeOf({ status, body }: Answer): Outcome {
  if (status < 300) return 'done';
  return status < 500 && typeof body === 'object' && body !== null && 'code' in body
    ? String(body.code)
    : `${status} ${JSON.stringify(body)}`;
}

async function openRun(): Promise<{ model: ShopModel; real: RealShop }> {
  const partIds = await Promise.all(START.map((stock) => makePart(shop, admin, { price: 10, stock })));
  const parts = START.map((onHand) => ({ onHand, reserved: 0 }));
  return { model: { parts, orders: [] }, real: new RealShop(partIds) };
}

/** What the database has of a run, in the model's words. */
async function stateOf(real: RealShop) {
  const parts = await Promise.all(
    real.partIds.map(async (id) => {
      const { onHand, reserved } = await stockOf(shop.databases, id);
      return { onHand, reserved };
    }),
  );
  const rows = await shop.databases.write
    .selectFrom('shop_order')
    .innerJoin('order_line', 'order_line.order_id', 'shop_order.id')
    .select(['id', 'status', 'total_minor', 'part_id'])
    .select((eb) =>
      eb
        .selectFrom('refund')
        .select(({ fn }) => fn.sum<string | null>('amount_minor').as('minor'))
        .whereRef('refund.intent_id', '=', 'transaction_id')
        .where('refund.status', '=', 'succeeded')
        .as('refunded'),
    )
    .select((eb) =>
      eb
        .selectFrom('refund')
        .innerJoin('stray_payment as stray', 'stray.intent_id', 'refund.intent_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('stray.order_id', '=', 'shop_order.id')
        .where('refund.status', '=', 'succeeded')
        .as('late'),
    )
    .where('id', 'in', real.orders.map(({ id }) => id).concat('00000000-0000-0000-0000-000000000000'))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    parts,
    orders: real.orders.map(({ id }) => {
      const row = byId.get(id);
      return {
        part: real.partIds.indexOf(String(row?.part_id)),
        status: row?.status,
        totalMinor: row?.total_minor,
        refundedMinor: Number(row?.refunded ?? 0),
        latePayments: row?.late,
      };
    }),
  };
}

function comparable({ parts, orders }: ShopModel) {
  return {
    parts,
    orders: orders.map(({ part, status, totalMinor, refundedMinor, latePayments }) => ({
      part,
      status,
      totalMinor,
      refundedMinor,
      latePayments,
    })),
  };
}

/** An operation on one of so many newest orders that there are: what was generated knows of none. */
function onOrder(model: ShopModel, op: Op, newest: number): Op {
  if (!('order' in op) || model.orders.length === 0) return op;
  return { ...op, order: model.orders.length - 1 - (op.order % Math.min(newest, model.orders.length)) };
}

const anyPart = fc.nat({ max: START.length - 1 });
const ofOrder = <K extends Op['kind']>(kind: K) =>
  fc.record({ kind: fc.constant(kind), order: fc.nat({ max: 11 }) });
const anyOp: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('place'),
      part: anyPart,
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('adjust'),
      part: anyPart,
      units: fc.constantFrom(-2, -1, 1, 3),
    }),
  },
  { weight: 3, arbitrary: ofOrder('prepare') },
  { weight: 3, arbitrary: ofOrder('confirm') },
  { weight: 2, arbitrary: ofOrder('report') },
  { weight: 2, arbitrary: ofOrder('notice') },
  { weight: 2, arbitrary: ofOrder('cancel') },
  { weight: 1, arbitrary: ofOrder('expire') },
  { weight: 1, arbitrary: ofOrder('payLate') },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund'),
      order: fc.nat({ max: 11 }),
      percent: fc.constantFrom(1, 30, 50, 70, 100),
    }),
  },
);

/** An operation as fast-check's commands are: the model's answer must be the shop's. */
class Step implements fc.AsyncCommand<{ state: ShopModel }, RealShop> {
  readonly op: Op;
  constructor(op: Op) {
    this.op = op;
  }
  check({ state }: { readonly state: ShopModel }): boolean {
    return isPossible(state, onOrder(state, this.op, 4));
  }
  async run(model: { state: ShopModel }, real: RealShop): Promise<void> {
    const op = onOrder(model.state, this.op, 4);
    const { outcome, after } = apply(model.state, op);
    expect(await real.do(op, model.state)).toBe(outcome);
    model.state = after;
    expect(await stateOf(real)).toEqual(comparable(after));
  }
  toString(): string {
    return JSON.stringify(this.op);
  }
}

it('does what the model does, whatever is done one after the other', { timeout: TIMEOUT_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands([anyOp.map((op) => new Step(op))], { maxCommands: 40, size: 'max' }),
      async (steps) => {
        const { model, real } = await openRun();
        await fc.asyncModelRun(() => ({ model: { state: model }, real }), steps);
      },
    ),
    { ...OPTIONS, numRuns: RUNS * 2 },
  );
});

/** What comes next of several things done at once: all that could, were they done one after the other in some order. */
function* orders<T>(things: readonly T[]): Generator<readonly T[]> {
  if (things.length === 0) yield [];
  for (const [index, first] of things.entries()) {
    for (const rest of orders(things.toSpliced(index, 1))) yield [first, ...rest];
  }
}

/** The model after these in this order, if each of them could then be done. */
function after(model: ShopModel, done: readonly Op[]): ShopModel | undefined {
  let now = model;
  for (const op of done) {
    const next = apply(now, op);
    if (next.outcome !== 'done') return undefined;
    // The shop may hear of money from whoever asks first: one who is refused for it, say.
    now = settleAll(next.after);
  }
  return now;
}

const settleAll = (model: ShopModel): ShopModel =>
  model.orders.reduce((settled, _, place) => settle(settled, place), model);

it('does several things at once as if one after the other', { timeout: TIMEOUT_MS }, async () => {
  // Without what is many steps, and without time, which the model knows as one step each.
  const atOnce = anyOp.filter(({ kind }) => kind !== 'payLate' && kind !== 'expire');
  const rounds = fc.array(fc.array(atOnce, { minLength: 2, maxLength: 5 }), {
    minLength: 5,
    maxLength: 9,
    size: 'max',
  });
  await fc.assert(
    fc.asyncProperty(rounds, async (batches) => {
      const { model, real } = await openRun();
      let now = model;
      for (const batch of batches) {
        const before = now;
        // About two orders, so that they meet.
        const ops = batch.map((op) => onOrder(before, op, 2)).filter((op) => isPossible(before, op));
        const outcomes = await Promise.all(ops.map((op) => real.do(op, before)));
        expect(outcomes.filter((outcome) => /^5/.test(outcome) && !isBusy(outcome))).toEqual([]);
        // The provider's notices come in the end, so that what it knows is known to the shop.
        for (const { secret } of real.orders) if (secret !== '') await real.tell(intentOf(secret));
        const state = await stateOf(real);
        const done = ops.filter((_, index) => outcomes[index] === 'done');
        // Placed orders stand in the order in which they were answered, which need not be the one they were placed in.
        const explained = [...orders(done)]
          .map((sequence) => after(before, sequence))
          .filter((one) => one !== undefined)
          .find((one) => sameUpToNew(comparable(one), state, before.orders.length));
        expect({ explained: explained !== undefined, ops, outcomes, state }).toMatchObject({
          explained: true,
        });
        if (explained === undefined) return;
        now = alignNew(explained, state.orders, before.orders.length);
      }
    }),
    OPTIONS,
  );
});

/** Refused because something else was under way, which the next try would not be. */
function isBusy(outcome: Outcome): boolean {
  return outcome.startsWith('503') && outcome.includes('PAYMENT_UNAVAILABLE');
}

type Comparable = ReturnType<typeof comparable>;
type State = Awaited<ReturnType<typeof stateOf>>;
const text = (value: unknown) => JSON.stringify(value);

/** The same, where orders from `from` on may stand in another order. */
function sameUpToNew(model: Comparable, state: State, from: number): boolean {
  const sorted = (orders: readonly object[]) => orders.slice(from).map(text).toSorted();
  return (
    text(model.parts) === text(state.parts) &&
    text(model.orders.slice(0, from)) === text(state.orders.slice(0, from)) &&
    text(sorted(model.orders)) === text(sorted(state.orders))
  );
}

/** Puts the model's new orders in the shop's order; those are alike that say the same. */
function alignNew(model: ShopModel, orders: State['orders'], from: number): ShopModel {
  const left = [...model.orders.slice(from)];
  const aligned = orders.slice(from).map((order) => {
    const place = left.findIndex(
      (one) => text(comparable({ parts: [], orders: [one] }).orders[0]) === text(order),
    );
    const [found] = left.splice(place, 1);
    if (found === undefined) throw new Error('the shop has an order that the model does not have');
    return found;
  });
  return { ...model, orders: [...model.orders.slice(0, from), ...aligned] };
}
