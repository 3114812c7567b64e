/** The only SQL on lists of orders: of everybody or of a user, in a state, or with what somebody looks for. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { normaliseNumber } from '#domain/catalogue/part-number.ts';
import type { Order, OrderStatus } from '#domain/ordering/order.ts';
import { typedOrderNumbers } from '#domain/ordering/typed-number.ts';
import type { MomentCursor } from '#domain/paging.ts';
import type { Db, Querier, Tx } from '#server/platform/db/database.ts';
import { plannedForValues, typedWords } from '#server/platform/db/having-words.ts';
import type { DB } from '#server/platform/db/schema.gen.ts';
import { COUNTED_TO } from '#server/platform/page-headers.ts';
import { idsOfNumberedParts } from '#server/read-models/numbered-parts.ts';
import { personHasWords } from '#server/read-models/people-by-words.ts';
import { selectOrders, toOrder } from './order-row-store.ts';

/** Cancelled and expired orders are kept, but shown only to those who ask for them. */
const SHOWN: readonly OrderStatus[] = ['unpaid', 'paid', 'shipped', 'refunded'];
const ALL: readonly OrderStatus[] = [...SHOWN, 'cancelled', 'expired'];

export type StatusFilter = OrderStatus | 'all' | undefined;

export type OrderFilter = {
  readonly userId?: string | undefined;
  readonly status: StatusFilter;
  /** Words of the buyer's name and email, an order's number, or that of a part in it. */
  readonly find?: string | undefined;
};
type OrdersPage = { readonly limit: number; readonly after?: MomentCursor | undefined };

/** A page of orders, newest first, from behind a moment and id; and how many there are, counted to one more than 10,000. */
export async function pageOfOrders(
  db: Db,
  filter: OrderFilter,
  page: OrdersPage,
): Promise<{ rows: Order[]; total: number }> {
  const read = async (querier: Querier, found: Found) => {
    const [rows, total] = await Promise.all([
      readOrders(querier, filter, found, page),
      countOrders(querier, filter, found),
    ]);
    return { rows, total };
  };
  return lookingFor(db, filter.find, read);
}

/** The same, without how many there are. */
export async function listOrders(db: Db, filter: OrderFilter, page: OrdersPage): Promise<Order[]> {
  return lookingFor(db, filter.find, (querier, found) => readOrders(querier, filter, found, page));
}

/** Which orders somebody looks for, as a condition on `shop_order`; undefined for all. */
type Found = RawBuilder<boolean> | undefined;

async function lookingFor<T>(
  db: Db,
  find: string | undefined,
  read: (db: Querier, found: Found) => Promise<T>,
): Promise<T> {
  const words = typedWords(find);
  if (words.length === 0) return read(db, undefined);
  return plannedForValues(db, async (tx) => read(tx, await whatIsFound(tx, words)));
}

/** A part's number is looked for as a whole, and from this length. */
const MIN_PART_NUMBER = 3;

/** By the people whom the words mean, by the order's number, or by that of a part: each by an index that is there anyway. */
async function whatIsFound(tx: Tx, words: readonly string[]): Promise<RawBuilder<boolean>> {
  const typed = words.join(' ');
  const ofPeople = sql<boolean>`user_id IN (SELECT id FROM shop_user WHERE ${personHasWords(words)})`;
  const numbers = typedOrderNumbers(typed);
  const partNumber = normaliseNumber(typed);
  const partIds = partNumber.length < MIN_PART_NUMBER ? [] : await idsOfNumberedParts(tx, partNumber);
  if (numbers.length === 0 && partIds.length === 0) return ofPeople;
  // Asked for as one condition, all orders would be gone through.
  return sql<boolean>`id IN (
    SELECT id FROM shop_order WHERE ${ofPeople}
    UNION ALL
    SELECT id FROM shop_order WHERE number = any(${numbers}::text[])
    UNION ALL
    SELECT order_id FROM order_line WHERE part_id = any(${partIds}::bigint[]))`;
}

async function readOrders(
  db: Querier,
  filter: OrderFilter,
  found: Found,
  { limit, after }: OrdersPage,
): Promise<Order[]> {
  let query = narrowed(selectOrders(db), filter, found)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit));
  if (after !== undefined) {
    query = query.where(sql<boolean>`(placed_at, id) < (${after.moment}::timestamptz, ${after.id}::uuid)`);
  }
  return (await query.execute()).map(toOrder);
}

async function countOrders(db: Querier, filter: OrderFilter, found: Found): Promise<number> {
  const chosen = narrowed(db.selectFrom('shop_order').select('id'), filter, found).limit(
    sql.lit(COUNTED_TO + 1),
  );
  const row = await db
    .selectFrom(chosen.as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

function narrowed<Row>(
  query: SelectQueryBuilder<DB, 'shop_order', Row>,
  { userId, status }: OrderFilter,
  found: Found,
): SelectQueryBuilder<DB, 'shop_order', Row> {
  let chosen = query.where(sql<boolean>`status = any(${statuses(status)})`);
  if (userId !== undefined) chosen = chosen.where(sql<boolean>`user_id = ${userId}`);
  return found === undefined ? chosen : chosen.where(found);
}

function statuses(filter: StatusFilter): readonly OrderStatus[] {
  if (filter === undefined) return SHOWN;
  return filter === 'all' ? ALL : [filter];
}
