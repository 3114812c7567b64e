/** The only SQL on orders and their lines, but for how a row is read (`order-row-store.ts`) and for lists (`order-list-store.ts`). */
import { type CompiledQuery, type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { Order, OrderStatus, PaidOrder } from '#domain/ordering/order.ts';
import type { PlacedLine } from '#domain/ordering/place.ts';
import { compiledOnce } from '#server/platform/db/compiled-once.ts';
import type { Db, Querier, Tx } from '#server/platform/db/database.ts';
import { readTogether } from '#server/platform/db/read-together.ts';
import type { DB } from '#server/platform/db/schema.gen.ts';
import { selectOrders, toOrder } from './order-row-store.ts';

/** Whether what names an order is its number, and not its id. */
const isOrderNumber = (ref: string): boolean => ref.startsWith('MS-');

/** Queries orders by their id or their number; what is asked of them is compiled once for each. */
function byRef<Row>(
  ask: (db: Querier) => SelectQueryBuilder<DB, 'shop_order', Row>,
): (db: Querier, ref: string) => Promise<Row | undefined> {
  const byNumber = compiledOnce((db, number: Expression<string>) =>
    ask(db).where('shop_order.number', '=', number),
  );
  const byId = compiledOnce((db, id: Expression<string>) => ask(db).where('shop_order.id', '=', id));
  return async (db, ref) => {
    const query = isOrderNumber(ref) ? byNumber(db, ref) : byId(db, ref);
    const { rows } = await db.executeQuery(query);
    return rows[0];
  };
}

const orderRow = byRef(selectOrders);
const lockRow = byRef((db) => db.selectFrom('shop_order').select('shop_order.id').forUpdate());

/** An order by its id or its number. */
export async function findOrder(db: Querier, ref: string): Promise<Order | undefined> {
  const row = await orderRow(db, ref);
  return row && toOrder(row);
}

/** Whose an order is and how far it has got. */
export type OrderState = Pick<Order, 'id' | 'number' | 'userId' | 'status' | 'transactionId'>;

const orderStates = (db: Querier) =>
  db
    .selectFrom('shop_order')
    .select(['id', 'number', 'user_id as userId', 'status', 'transaction_id as transactionId']);
const statesByNumbers = compiledOnce((db, numbers: Expression<readonly string[]>) =>
  orderStates(db).where('number', '=', sql<string>`any(${numbers})`),
);
const statesByIds = compiledOnce((db, ids: Expression<readonly string[]>) =>
  orderStates(db).where('id', '=', sql<string>`any(${ids}::uuid[])`),
);

/** Finds the states of orders by their ids or numbers; those that are asked for at once are read at once. */
export function orderStateFinder(db: Db): (ref: string) => Promise<OrderState | undefined> {
  const byNumber = readTogether<OrderState>(
    async (numbers) => (await db.executeQuery(statesByNumbers(db, numbers))).rows,
    ({ number }) => number,
  );
  const byId = readTogether<OrderState>(
    async (ids) => (await db.executeQuery(statesByIds(db, ids))).rows,
    ({ id }) => id,
  );
  return (ref) => (isOrderNumber(ref) ? byNumber(ref) : byId(ref.toLowerCase()));
}

/** An order, locked against every other change until the transaction ends. */
export async function lockOrder(tx: Tx, ref: string): Promise<Order | undefined> {
  const [locked, order] = await Promise.all([
    lockRow(tx, ref),
    // Read behind the lock: what it said before may be old.
    findOrder(tx, ref),
  ]);
  // One that came in between the two is there, and not locked.
  return locked && order;
}

/**
 * Locks the buyer's account, so that their orders are counted one after the other, and answers how many are unpaid;
 * undefined when the account is deactivated.
 */
export async function lockBuyer(tx: Tx, userId: string): Promise<number | undefined> {
  const [buyer, unpaid] = await Promise.all([
    tx
      .selectFrom('shop_user')
      .select('id')
      .where('id', '=', userId)
      .where('deactivated_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst(),
    // A statement of its own, behind the lock: it must see what was committed while the lock was waited for.
    tx
      .selectFrom('shop_order')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('status', '=', 'unpaid')
      .executeTakeFirstOrThrow(),
  ]);
  return buyer && unpaid.count;
}

/** The next running number of an order. */
export async function nextOrderSequence(tx: Tx): Promise<number> {
  const { rows } = await sql<{ next: number }>`SELECT nextval('order_number') AS next`.execute(tx);
  const next = rows[0]?.next;
  if (next === undefined) throw new Error('the sequence of order numbers gave nothing');
  return next;
}

export type NewOrderRow = Omit<
  Order,
  'lines' | 'status' | 'closingAs' | 'transactionId' | 'paidAt' | 'closedAt' | 'refunds'
> & {
  readonly lines: readonly PlacedLine[];
};

export async function insertOrder(tx: Tx, order: NewOrderRow): Promise<void> {
  const inserted = tx
    .insertInto('shop_order')
    .values({
      id: order.id,
      number: order.number,
      user_id: order.userId,
      user_name: order.userName,
      user_email: order.userEmail,
      address: order.address,
      phone: order.phone,
      status: 'unpaid',
      list_currency: order.listCurrency.code,
      settlement_currency: order.settlementCurrency.code,
      rate: order.rate,
      rate_date: order.rateDate,
      list_total_minor: order.listTotalMinor,
      total_minor: order.totalMinor,
      placed_at: order.placedAt,
      expires_at: order.expiresAt,
    })
    .execute();
  const fits = order.lines.map((line) => line.orderedFit);
  const of = <K extends keyof PlacedLine>(key: K) => order.lines.map((line) => line[key]);
  const added = sql`
    WITH noted AS (
      INSERT INTO order_event (order_id, kind, happened_at, actor_id)
      VALUES (${order.id}::uuid, 'placed', ${order.placedAt}::timestamptz, ${order.userId}::uuid)
    )
    INSERT INTO order_line (order_id, line_number, part_id, part_name, sku, quantity, min_order, order_multiple,
                            list_price_minor, price_per_unit_minor, amount_minor,
                            vehicle_id, vehicle_name, fit, fit_condition)
    SELECT ${order.id}::uuid, row_number() OVER (), line.*
    FROM unnest(${of('partId')}::bigint[], ${of('partName')}::text[], ${of('sku')}::text[], ${of('quantity')}::int[],
                ${of('minOrder')}::int[], ${of('orderMultiple')}::int[], ${of('listPriceMinor')}::bigint[],
                ${of('pricePerUnitMinor')}::bigint[], ${of('amountMinor')}::bigint[],
                ${fits.map((fit) => fit?.vehicleId ?? null)}::int[],
                ${fits.map((fit) => fit?.vehicleName ?? null)}::text[],
                ${fits.map((fit) => fit?.fit ?? null)}::text[],
                ${fits.map((fit) => fit?.condition ?? null)}::text[]) AS line`.execute(tx);
  await Promise.all([inserted, added]);
}

/**
 * The statement that says that the order is being closed, and by whom (null: by time): from then on no payment may start. It
 * says so only of one that is unpaid, and who began it first is kept.
 */
export function markingClosing(
  db: Querier,
  id: string,
  as: 'cancelled' | 'expired',
  actorId: string | null,
): CompiledQuery {
  return db
    .updateTable('shop_order')
    .set({ closing_as: as, closing_by: actorId })
    .where('id', '=', id)
    .where('status', '=', 'unpaid')
    .where('closing_as', 'is', null)
    .compile();
}

/** Takes that back: a payment is under way after all. */
export async function unmarkClosing(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('shop_order')
    .set({ closing_as: null, closing_by: null })
    .where('id', '=', id)
    .where('status', '=', 'unpaid')
    .execute();
}

/** Unpaid orders whose time had run out by this moment, the longest due first, at most 500. */
export async function findOverdueOrders(db: Querier, dueBy: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('shop_order')
    .select('id')
    .where('status', '=', 'unpaid')
    .where('expires_at', '<=', dueBy)
    .orderBy('expires_at')
    .limit(sql.lit(500))
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Closes an unpaid order, by whoever began to, and tells who that was (null: nobody, it was time). Undefined, and nothing
 * changed, when it is not unpaid any more.
 */
export async function markClosed(
  tx: Tx,
  id: string,
  as: 'cancelled' | 'expired',
  now: Date,
): Promise<{ readonly begunBy: string | null } | undefined> {
  const { rows } = await sql<{ begunBy: string | null }>`
    WITH before AS (
      SELECT id, closing_by FROM shop_order WHERE id = ${id}::uuid AND status = 'unpaid' FOR UPDATE
    ), closed AS (
      UPDATE shop_order
      SET status = ${as}, closing_as = NULL, closing_by = NULL, closed_at = ${now}::timestamptz
      FROM before
      WHERE shop_order.id = before.id
      RETURNING shop_order.id, before.closing_by
    )
    INSERT INTO order_event (order_id, kind, happened_at, actor_id)
    SELECT id, ${as}, ${now}::timestamptz, closing_by FROM closed
    RETURNING actor_id AS "begunBy"`.execute(tx);
  return rows[0];
}

/**
 * The statement that writes what the domain made of an unpaid order when it was paid, and that it ships with that. The caller
 * holds the order's lock. Were it not unpaid, which that lock rules out, its events would be of no order, which the database
 * refuses.
 */
export function markingPaid(db: Querier, { id, status, transactionId, paidAt }: PaidOrder): CompiledQuery {
  return paidStatement(db, id, status, transactionId, paidAt);
}

const paidStatement = compiledOnce(
  (
    _,
    id: Expression<string>,
    status: Expression<string>,
    transactionId: Expression<string>,
    paidAt: Expression<Date>,
  ) => sql`
    WITH paid AS (
      UPDATE shop_order
      SET status = ${status}, closing_as = NULL, closing_by = NULL, transaction_id = ${transactionId},
          paid_at = ${paidAt}::timestamptz
      WHERE id = ${id}::uuid AND status = 'unpaid'
      RETURNING id
    )
    INSERT INTO order_event (order_id, kind, happened_at)
    SELECT (SELECT id FROM paid), kind, ${paidAt}::timestamptz
    FROM unnest('{paid,shipped}'::text[]) AS kind`,
);

/** The order that this payment paid. */
export async function findOrderPaidBy(db: Querier, transactionId: string): Promise<Order | undefined> {
  const row = await selectOrders(db).where('transaction_id', '=', transactionId).executeTakeFirst();
  return row && toOrder(row);
}

/** Calls a paid order refunded once all of its money has gone back, and paid again where that came to nothing. */
export async function markGivenBack(tx: Tx, id: string, isWhole: boolean): Promise<void> {
  await tx
    .updateTable('shop_order')
    .set({ status: isWhole ? 'refunded' : 'paid' })
    .where('id', '=', id)
    .where('status', '=', sql<OrderStatus>`any(${isWhole ? ['paid', 'shipped'] : ['refunded']})`)
    .execute();
}
