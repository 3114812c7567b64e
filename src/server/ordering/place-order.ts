/** Places an order: reserves the stock and locks the prices in, in one transaction. */
import { randomUUID } from 'node:crypto';
import type { NewOrder } from '#contract/ordering.ts';
import { type Currency, fromDecimal, toDecimal } from '#domain/money.ts';
import { expiryOf, orderNumber } from '#domain/ordering/order.ts';
import { type AskedLine, decideOrder, mergeLines, type OrderablePart } from '#domain/ordering/place.ts';
import type { ExchangeRate } from '#domain/pricing/exchange.ts';
import { isRefusal, refuse, refuseWith } from '#domain/refusal.ts';
import { availableUnits } from '#domain/stock/ledger.ts';
import { findOrderableParts } from '#server/catalogue/orderable-parts.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { answerOnce, type Keep } from '#server/platform/idempotency.ts';
import { tell } from '#server/platform/telemetry.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import { lockStock, reserve } from '#server/stock/reserve.ts';
import type { User } from '#server/users/caller.ts';
import { findOrderedFits } from '#server/vehicles/ordered-fit.ts';
import { insertOrder, lockBuyer, nextOrderSequence } from './order-store.ts';
import { unitsOf } from './order-units.ts';

type Deps = Pick<
  ShopDeps,
  'databases' | 'enqueue' | 'exchange' | 'payments' | 'now' | 'orderExpiryMinutes' | 'maxUnpaidOrders'
>;
export type PlaceOrder = { readonly order: NewOrder; readonly idempotencyKey: string | undefined };

/** Who asks for what, and when. */
type Asked = { readonly buyer: User; readonly order: NewOrder; readonly now: Date };

/** The answer to a placed order, or why it could not be placed; a refusal changes nothing. */
export async function placeOrder(deps: Deps, buyer: User, { order, idempotencyKey: key }: PlaceOrder) {
  const now = deps.now();
  let isNew = false;
  const answer = await inTransaction(deps.databases.write, (tx) =>
    answerOnce(
      tx,
      { userId: buyer.id, operation: 'orderPlace', key, request: order, now },
      async (claimed) => {
        const placed = await place(deps, tx, claimed, { buyer, order, now });
        isNew = true;
        return placed;
      },
    ),
  );
  if (isNew && !isRefusal(answer)) tell('order placed');
  return answer;
}

async function place(deps: Deps, tx: Tx, claimed: Promise<Keep>, { buyer, order, now }: Asked) {
  const lines = mergeLines(askedLines(order, deps.exchange));
  const [keep, unpaid, parts, sequence, fits] = await Promise.all([
    claimed,
    lockBuyer(tx, buyer.id),
    loadParts(tx, lines),
    nextOrderSequence(tx),
    findOrderedFits(tx, linesForVehicles(order)),
  ]);
  if (unpaid === undefined) return refuse('DEACTIVATED');
  if (unpaid >= deps.maxUnpaidOrders) {
    return refuseWith(
      'TOO_MANY_UNPAID',
      { limit: deps.maxUnpaidOrders },
      'Pay or cancel one of your unpaid orders first',
    );
  }

  const payable = deps.payments.amountsOf(deps.exchange.settlement.code);
  const decision = decideOrder(lines, parts, deps.exchange, payable);
  if (isRefusal(decision)) return inWireWords(decision, deps.exchange);

  if (fits === undefined) return refuse('UNKNOWN_VEHICLE');
  const placed = {
    id: randomUUID(),
    number: orderNumber(sequence, now),
    placedAt: now,
    expiresAt: expiryOf(now, deps.orderExpiryMinutes),
  };
  const [answer] = await Promise.all([
    keep({
      insertedId: placed.id,
      acknowledged: true as const,
      orderId: placed.number,
      amount: toDecimal(decision.totalMinor, deps.exchange.settlement),
      expiresAt: placed.expiresAt.toISOString(),
    }),
    insertOrder(tx, {
      ...placed,
      ...decision,
      lines: decision.lines.map((line) => ({ ...line, orderedFit: fits.get(line.partId) ?? null })),
      userId: buyer.id,
      userName: buyer.name,
      userEmail: buyer.email,
      address: order.address,
      phone: order.phone,
      listCurrency: deps.exchange.list,
      settlementCurrency: deps.exchange.settlement,
      rate: deps.exchange.rate,
      rateDate: deps.exchange.date,
    }),
    reserve(tx, unitsOf(decision.lines), { orderId: placed.id, now }),
    deps.enqueue(tx, 'expire-order', { orderId: placed.id }, { startAfter: placed.expiresAt }),
    deps.enqueue(tx, 'mail-about-order', { orderId: placed.id, event: 'placed' }),
  ]);
  return answer;
}

/** The lines of either form of the request: `lines`, or one part in the flat fields. */
function askedLines(asked: NewOrder, exchange: ExchangeRate): AskedLine[] {
  const flat = {
    partId: asked.partId ?? asked.orderId ?? '',
    quantity: asked.orderQuantity ?? 0,
    pricePerUnit: asked.pricePerUnit,
  };
  return (asked.lines ?? [flat]).map((line) => {
    const base = { partId: Number(line.partId), quantity: line.quantity };
    const seen = line.pricePerUnit;
    if (seen === undefined) return base;
    const inCurrency = (currency: Currency) => fromDecimal(seen, currency);
    return {
      ...base,
      seenPrice: {
        asListMinor: inCurrency(exchange.list),
        asSettlementMinor: inCurrency(exchange.settlement),
      },
    };
  });
}

/** What is ordered for a vehicle. Of two lines of one part the first that names one counts. */
function linesForVehicles(asked: NewOrder) {
  const flat = { partId: asked.partId ?? asked.orderId ?? '', ...asked };
  const named = new Set<number>();
  return (asked.lines ?? [flat]).flatMap(({ partId: id, vehicle, engine = '', conditionAnswers = {} }) => {
    const partId = Number(id);
    if (vehicle === undefined || named.has(partId)) return [];
    named.add(partId);
    return [{ vehicleId: vehicle, engine, partId, answers: conditionAnswers }];
  });
}

/** The parts with their stock, which stays locked until the transaction ends. */
async function loadParts(tx: Tx, lines: readonly AskedLine[]): Promise<Map<number, OrderablePart>> {
  const ids = lines.map((line) => line.partId);
  // Prices are read after the lock is held: what they were before may be old.
  const [levels, parts] = await Promise.all([lockStock(tx, ids), findOrderableParts(tx, ids)]);
  return new Map(
    parts.map((part) => {
      const level = levels.get(part.id);
      return [part.id, { ...part, stock: level === undefined ? 0 : availableUnits(level) }];
    }),
  );
}

type Refused = Extract<ReturnType<typeof decideOrder>, { kind: 'refusal' }>;

/** Amounts of a refusal leave as decimals, as everywhere on the wire. */
function inWireWords(refusal: Refused, exchange: ExchangeRate) {
  if (refusal.code !== 'PRICE_CHANGED') return refusal;
  const { part, pricePerUnitMinor } = refusal.data;
  return refuseWith(
    'PRICE_CHANGED',
    {
      partId: String(part.id),
      price: toDecimal(part.listPriceMinor, exchange.list),
      pricePerUnit: toDecimal(pricePerUnitMinor, exchange.settlement),
    },
    refusal.detail,
  );
}
