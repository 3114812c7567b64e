/** The only writer of stock levels and of the ledger; both always change together. */
import { type CompiledQuery, type Expression, sql } from 'kysely';
import { type Level, type MovementKind, movementOf } from '#domain/stock/ledger.ts';
import { compiledOnce } from '#server/platform/db/compiled-once.ts';
import type { Querier, Tx } from '#server/platform/db/database.ts';

export type MoveOrder = { readonly orderId: string; readonly now: Date };
export type PartUnits = { readonly partId: number; readonly units: number };

/**
 * Locks the levels of these parts in the order of their ids, so that two buyers of the same parts wait for each other
 * instead of locking crosswise, and answers them.
 */
export async function lockLevels(tx: Tx, partIds: readonly number[]): Promise<Map<number, Level>> {
  const { rows } = await tx.executeQuery(lockingLevels(tx, partIds));
  return new Map(
    rows.map((row) => [row.part_id, { onHandUnits: row.on_hand_units, reservedUnits: row.reserved_units }]),
  );
}

/** The query that locks the levels of these parts, as `lockLevels` does. */
export const lockingLevels = compiledOnce((db, partIds: Expression<readonly number[]>) =>
  db
    .selectFrom('stock_level')
    .select(['part_id', 'on_hand_units', 'reserved_units'])
    .where('part_id', '=', sql<number>`any(${partIds})`)
    .orderBy('part_id')
    .forNoKeyUpdate(),
);

/**
 * The statement that moves units of several parts for an order, each part once. It moves all or fails: of a part whose level
 * does not allow it the movement would have no change, which the ledger refuses.
 */
export function movingForOrder(
  db: Querier,
  kind: Extract<MovementKind, 'reserved' | 'released' | 'shipped'>,
  parts: readonly PartUnits[],
  { orderId, now }: MoveOrder,
): CompiledQuery {
  const { onHandChange, reservedChange } = movementOf(kind, 1);
  const [partIds, units] = [parts.map((part) => part.partId), parts.map((part) => part.units)];
  return moveStatement(db, kind, onHandChange, reservedChange, partIds, units, orderId, now);
}

const moveStatement = compiledOnce(
  (
    _,
    kind: Expression<string>,
    onHandChange: Expression<number>,
    reservedChange: Expression<number>,
    partIds: Expression<readonly number[]>,
    units: Expression<readonly number[]>,
    orderId: Expression<string>,
    now: Expression<Date>,
  ) => sql`
    WITH wanted AS (
      SELECT * FROM unnest(${partIds}::bigint[], ${units}::int[]) AS w (part_id, units)
    ), moved AS (
      UPDATE stock_level AS level
      SET on_hand_units = on_hand_units + ${onHandChange}::int * wanted.units,
          reserved_units = reserved_units + ${reservedChange}::int * wanted.units
      FROM wanted
      WHERE level.part_id = wanted.part_id
        AND (${kind}::text <> 'reserved' OR on_hand_units - reserved_units >= wanted.units)
        AND (${kind}::text = 'reserved' OR reserved_units >= wanted.units)
      RETURNING level.part_id, wanted.units
    )
    INSERT INTO stock_movement (part_id, kind, on_hand_change, reserved_change, order_id, moved_at)
    SELECT part_id, ${kind}, ${onHandChange}::int * moved.units, ${reservedChange}::int * moved.units,
           ${orderId}::uuid, ${now}::timestamptz
    FROM wanted LEFT JOIN moved USING (part_id)`,
);

/** Opens the level of a new part; what it starts with is received. */
export async function openLevel(
  tx: Tx,
  part: PartUnits & { readonly actorId: string | null; readonly reason: string; readonly now: Date },
): Promise<void> {
  await Promise.all([
    tx.insertInto('stock_level').values({ part_id: part.partId, on_hand_units: part.units }).execute(),
    part.units > 0 ? note(tx, { ...part, kind: 'received' }) : undefined,
  ]);
}

/**
 * Changes the units on hand by a signed number, and answers the level afterwards; undefined, and nothing changed, when
 * less would be left than is reserved.
 */
export async function adjustOnHand(
  tx: Tx,
  part: PartUnits & { readonly actorId: string | null; readonly reason: string; readonly now: Date },
): Promise<Level | undefined> {
  const row = await tx
    .updateTable('stock_level')
    .set((eb) => ({ on_hand_units: eb('on_hand_units', '+', part.units) }))
    .where('part_id', '=', part.partId)
    .where((eb) => eb(eb('on_hand_units', '+', part.units), '>=', eb.ref('reserved_units')))
    .returning(['on_hand_units', 'reserved_units'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await note(tx, { ...part, kind: 'adjusted' });
  return { onHandUnits: row.on_hand_units, reservedUnits: row.reserved_units };
}

export type ComeBack = { readonly reason: string; readonly actorId: string; readonly now: Date };

/**
 * The statement that puts units of several parts back on hand, each part once. It moves all or fails: a part that has no level
 * would have a movement without a change, which the ledger refuses.
 */
export function puttingBack(db: Querier, parts: readonly PartUnits[], { reason, actorId, now }: ComeBack) {
  const [partIds, units] = [parts.map((part) => part.partId), parts.map((part) => part.units)];
  return putBackStatement(db, partIds, units, reason, actorId, now);
}

const putBackStatement = compiledOnce(
  (
    _,
    partIds: Expression<readonly number[]>,
    units: Expression<readonly number[]>,
    reason: Expression<string>,
    actorId: Expression<string>,
    now: Expression<Date>,
  ) => sql`
    WITH wanted AS (
      SELECT * FROM unnest(${partIds}::bigint[], ${units}::int[]) AS w (part_id, units)
    ), moved AS (
      UPDATE stock_level AS level SET on_hand_units = on_hand_units + wanted.units
      FROM wanted WHERE level.part_id = wanted.part_id
      RETURNING level.part_id, wanted.units
    )
    INSERT INTO stock_movement (part_id, kind, on_hand_change, reserved_change, actor_id, reason, moved_at)
    SELECT part_id, 'adjusted', moved.units, 0, ${actorId}::uuid, ${reason}::text, ${now}::timestamptz
    FROM wanted LEFT JOIN moved USING (part_id)`,
);

async function note(
  tx: Tx,
  part: PartUnits & {
    readonly kind: 'received' | 'adjusted';
    readonly actorId: string | null;
    readonly reason: string;
    readonly now: Date;
  },
): Promise<void> {
  const movement = movementOf(part.kind, part.units);
  await tx
    .insertInto('stock_movement')
    .values({
      part_id: part.partId,
      kind: movement.kind,
      on_hand_change: movement.onHandChange,
      reserved_change: movement.reservedChange,
      actor_id: part.actorId,
      reason: part.reason,
      moved_at: part.now,
    })
    .execute();
}

/** The level of one part. */
export async function levelOf(db: Querier, partId: number): Promise<Level | undefined> {
  const row = await db
    .selectFrom('stock_level')
    .select(['on_hand_units', 'reserved_units'])
    .where('part_id', '=', partId)
    .executeTakeFirst();
  return row && { onHandUnits: row.on_hand_units, reservedUnits: row.reserved_units };
}

/** The newest 100 movements of a part, with who made them and for which order. */
export async function newestMovements(db: Querier, partId: number) {
  return db
    .selectFrom('stock_movement as movement')
    .leftJoin('shop_order', 'shop_order.id', 'movement.order_id')
    .leftJoin('shop_user', 'shop_user.id', 'movement.actor_id')
    .select([
      'movement.kind',
      'movement.on_hand_change',
      'movement.reserved_change',
      'movement.reason',
      'movement.moved_at',
      'shop_order.number as order_number',
      'shop_user.email as actor_email',
    ])
    .where('movement.part_id', '=', partId)
    .orderBy('movement.id', 'desc')
    .limit(sql.lit(100))
    .execute();
}
