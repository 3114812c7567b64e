/** Places orders, a process of its own: so many at once as there are connections, each step when the last is answered. */
import { answerParent } from '../../child-process.ts';
import { type Slice, type Timing, type Watched, watchSlice } from '../../slice.ts';
import { mainshaftOrders } from './mainshaft-order.ts';
import { medusaOrders } from './medusa-order.ts';
import type { AskShop, OrderFacts, PlaceOrder } from './order-facts.ts';
import { vendureOrders } from './vendure-order.ts';

export type AskOrders = {
  readonly url: string;
  readonly facts: OrderFacts;
  readonly timing: Timing;
  readonly watched: Watched;
};
export type Ordered = {
  readonly slice: Slice;
  /** All that were placed, also before and after the window. */
  readonly placed: number;
  readonly units: number;
  readonly requests: number;
};

function ordersOf(facts: OrderFacts): PlaceOrder | Promise<PlaceOrder> {
  switch (facts.shop) {
    case 'mainshaft':
      return mainshaftOrders(facts);
    case 'medusa':
      return medusaOrders(facts);
    case 'vendure':
      return vendureOrders(facts);
  }
}

/** Of all orders of this process: no two are alike. */
let running = 0;

async function placeOrders({ url, facts, timing, watched }: AskOrders): Promise<Ordered> {
  const place = await ordersOf(facts);
  const done = { placed: 0, units: 0, requests: 0 };
  const ask: AskShop = async (path, body, headers = {}) => {
    done.requests += 1;
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`);
    return { body: JSON.parse(text), headers: answer.headers };
  };
  const slice = await watchSlice(timing, watched, (record) => {
    let isOver = false;
    const buyer = async () => {
      while (!isOver) {
        running += 1;
        const beganAt = performance.now();
        const units = await place(ask, running);
        done.units += units;
        done.placed += 1;
        record(performance.now() - beganAt);
      }
    };
    const all = Promise.all(Array.from({ length: timing.connections }, buyer));
    // Looked at when the load is stopped; until then a failure is nobody's unhandled one.
    all.catch(() => {});
    return async () => {
      isOver = true;
      await all;
    };
  });
  return { slice, ...done };
}

answerParent<AskOrders, Ordered>(placeOrders);
