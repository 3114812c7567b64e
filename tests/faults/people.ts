/** What the suite's buyers and owners do, and what the shop has acknowledged to them: the facts that its books are held to. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '#main/demo/random.ts';
import type { Door, Outcome, Person } from './door.ts';
import type { Provider } from './provider.ts';

/** Everything that was acknowledged, and what nobody knows. */
export type Facts = {
  /** Orders by id: what was ordered, and the amount that was promised. */
  readonly placed: Map<string, { readonly lines: readonly Line[]; readonly amount: number }>;
  readonly paid: Map<string, string>;
  readonly cancelled: Set<string>;
  /** Units that owners have put in or taken out, by part. */
  readonly adjusted: Map<string, number>;
  /** Calls without a key whose outcome nobody knows: each may have placed one order. */
  unknownOrders: number;
  refusals: number;
};
export type Line = { readonly partId: string; readonly quantity: number };

export const noFacts = (): Facts => ({
  placed: new Map(),
  paid: new Map(),
  cancelled: new Set(),
  adjusted: new Map(),
  unknownOrders: 0,
  refusals: 0,
});

export type Acting = {
  readonly door: Door;
  readonly provider: Provider;
  readonly facts: Facts;
  readonly partIds: readonly string[];
  /** Ends what they do; what they have begun they bring to its end. */
  readonly isClosing: () => boolean;
  readonly onFinding: (finding: string) => void;
};

/** A buyer, who orders again and again, pays, cancels, forgets. */
export async function buy(acting: Acting, buyer: Person, random: Random): Promise<void> {
  const { door, facts, isClosing } = acting;
  while (!isClosing()) {
    await wait(random.int(5, 120));
    const parts = random.shuffled(acting.partIds).slice(0, random.int(1, 3));
    const lines = parts.map((partId) => ({ partId, quantity: random.int(1, 3) }));
    const call = {
      method: 'POST',
      path: '/order',
      body: { lines, address: '1 Fault Road', phone: '+880 1' },
    };
    const hasKey = random.chance(0.9);
    const outcome = hasKey
      ? await door.insist(buyer, { ...call, key: keyOf(random) }, random)
      : await door.ask(buyer, call, random);
    if (outcome === 'unknown') {
      facts.unknownOrders += 1;
      continue;
    }
    if (outcome.status !== 201) {
      facts.refusals += 1;
      if (!['OUT_OF_STOCK', 'TOO_MANY_UNPAID'].includes(String(outcome.body.code)))
        acting.onFinding(`an order was answered ${outcome.status} ${JSON.stringify(outcome.body)}`);
      continue;
    }
    const orderId = String(outcome.body.insertedId);
    if (facts.placed.has(orderId)) acting.onFinding(`order ${orderId} was acknowledged for two wishes`);
    facts.placed.set(orderId, { lines, amount: Number(outcome.body.amount) });
    const does = random.pick(['pays', 'pays', 'pays', 'pays silently', 'cancels', 'wavers', 'forgets']);
    if (does === 'pays' || does === 'pays silently' || does === 'wavers')
      await pay(acting, buyer, orderId, random, does);
    if (does === 'cancels') await cancel(acting, buyer, orderId, random);
  }
}

async function pay(
  acting: Acting,
  buyer: Person,
  orderId: string,
  random: Random,
  how: 'pays' | 'pays silently' | 'wavers',
): Promise<void> {
  const { door, provider, facts } = acting;
  const ready = await door.insist(
    buyer,
    { method: 'POST', path: '/create-payment-intent', body: { orderId } },
    random,
  );
  const secret = ready === 'unknown' ? undefined : ready.body.clientSecret;
  if (typeof secret !== 'string') return;
  // Who wavers cancels while they pay.
  const cancelling = how === 'wavers' ? cancel(acting, buyer, orderId, random) : undefined;
  await provider.pay(secret);
  await cancelling;
  // Who pays silently closes the window; the notice alone tells the shop.
  if (how === 'pays silently') return;
  const transactionId = secret.split('_secret_')[0] ?? '';
  const report = { method: 'PATCH', path: `/order/${orderId}`, body: { orders: orderId, transactionId } };
  const outcome = await door.insist(buyer, report, random);
  if (outcome !== 'unknown' && outcome.status === 200 && outcome.body.paid === true)
    facts.paid.set(orderId, transactionId);
}

async function cancel(acting: Acting, buyer: Person, orderId: string, random: Random): Promise<void> {
  const outcome: Outcome = await acting.door.insist(
    buyer,
    { method: 'DELETE', path: `/order/${orderId}` },
    random,
  );
  // Asked again after an answer that got lost, it is closed already.
  if (outcome !== 'unknown' && (outcome.status === 200 || outcome.body.code === 'ORDER_CLOSED'))
    acting.facts.cancelled.add(orderId);
}

/** An owner, who counts the shelves and changes prices. */
export async function own(
  { door, facts, partIds, isClosing, onFinding }: Acting,
  owner: Person,
  random: Random,
) {
  while (!isClosing()) {
    await wait(random.int(20, 200));
    const partId = random.pick(partIds);
    if (random.chance(0.3)) {
      const price = random.int(5, 50);
      await door.ask(owner, { method: 'PUT', path: `/parts/${partId}`, body: { price } }, random);
      continue;
    }
    const quantity = random.chance(0.7) ? random.int(1, 20) : -random.int(1, 10);
    const call = {
      method: 'POST',
      path: `/parts/${partId}/stock`,
      body: { quantity, reason: 'counted' },
      key: keyOf(random),
    };
    const outcome = await door.insist(owner, call, random);
    if (outcome === 'unknown') onFinding('what became of an adjustment is not known at the end');
    else if (outcome.status === 200) facts.adjusted.set(partId, (facts.adjusted.get(partId) ?? 0) + quantity);
  }
}

const keyOf = (random: Random): string =>
  `fault-${Array.from({ length: 4 }, () => random.int(0, 0xffff).toString(36)).join('-')}`;
