/** Follows what changes in the catalogue, whichever process changes it, by asking the database: no connection of its own. */
import { type Expression, sql } from 'kysely';
import { compiledOnce } from '#server/platform/db/compiled-once.ts';
import type { Databases, Db } from '#server/platform/db/database.ts';
import type { ServeLog } from '#server/platform/serve/failure.ts';
import { type Change, isStockMoved, type StockMoved } from './shown.ts';
import { type Changes, type Look, trustedLooks } from './trusted-looks.ts';

/** What moves more parts at once than orders do has answers made anew. */
const MAX_COUNTED_PARTS = 100;

type Row = {
  readonly id: number;
  /** The transaction that wrote the line, as text: a number of 64 bits. */
  readonly transaction: string;
  readonly part_ids: number[] | null;
  readonly repriced_part_ids: number[] | null;
  readonly retold_part_ids: number[] | null;
  readonly is_about_reviews: boolean;
  readonly changes_availability: boolean;
  /** Units for sale by the parts' ids; null where they were not counted. */
  readonly units: Readonly<Record<string, number>> | null;
};

type Seen = { readonly floor: string; readonly changes: Row[] | null };

/**
 * Lines of transactions from one on, but for those that have been told already; null: from the oldest that is under way.
 *
 * The snapshot of the last look would say without a list which lines it saw. But on a replica `pg_current_snapshot` has no
 * transactions that are under way (they are kept apart there): what one of them wrote would count as seen, and never be told. So
 * the list is as long as what was changed since the longest transaction began that writes, and each ends within minutes (`pool.ts`).
 */
const linesSince = compiledOnce(
  (_, floor: Expression<string | null>, told: Expression<readonly number[]>) => sql<Seen>`
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS floor,
           (SELECT json_agg(json_build_object('id', id, 'transaction', transaction::text, 'part_ids', part_ids,
                                              'changes_availability', changes_availability, 'units', units,
                                              'repriced_part_ids', repriced_part_ids,
                                              'retold_part_ids', retold_part_ids,
                                              'is_about_reviews', is_about_reviews))
            FROM catalogue_change LEFT JOIN LATERAL (
              SELECT json_object_agg(part_id, on_hand_units - reserved_units) AS units
              FROM stock_level
              WHERE part_id = ANY(part_ids) AND cardinality(part_ids) <= ${sql.lit(MAX_COUNTED_PARTS)}
            ) AS level ON true
            WHERE transaction >= coalesce(${floor}::text::xid8, pg_snapshot_xmin(pg_current_snapshot()))
              AND NOT EXISTS (SELECT FROM unnest(${told}::bigint[]) AS told (line) WHERE line = id)) AS changes`,
);

/**
 * With a replica, the primary is asked: what it says is told when what is read shows it. While the primary is away, the replica's
 * own view is what there is.
 *
 * @param databases where the answers are read
 * @param tell gets each change once, and `anything` where some may have been missed
 * @param log,nowMs,now as for `trustedLooks`
 */
export function followChanges(
  { read, replica }: Pick<Databases, 'read' | 'replica'>,
  tell: (change: Change) => void,
  log: Pick<ServeLog, 'error'>,
  nowMs: () => number,
  now: () => Date,
): Changes {
  /** The oldest transaction that was under way at the last look: all before it have been seen. */
  let floor: string | undefined;
  /** Lines that have been told of transactions from the floor on, with these transactions. */
  let told: ReadonlyMap<number, string> = new Map();
  let wasOfReplica = false;

  async function look({ isAfresh, fromMs }: Look): Promise<void> {
    let isAnew = isAfresh;
    const ask = async (db: Db, isOfReplica: boolean) => {
      // The one has seen what the other may not have, or not yet.
      isAnew = isAfresh || isOfReplica !== wasOfReplica;
      wasOfReplica = isOfReplica;
      const known = isAnew ? new Map<number, string>() : told;
      const seen = await askForLines(db, (isAnew ? undefined : floor) ?? null, [...known.keys()]);
      const changes = seen.changes ?? [];
      const lines = new Map([...known, ...changes.map(({ id, transaction }) => [id, transaction] as const)]);
      return { floor: seen.floor, lines, changes };
    };
    const seen = await (replica === undefined ? ask(read, false) : replica.ask(ask));
    // What was lost with a primary that another one stands for is told by nobody.
    const isEarlier = floor !== undefined && BigInt(seen.floor) < BigInt(floor);
    if (isAnew || isEarlier) tell('anything');
    else for (const change of gathered(seen.changes, fromMs)) tell(change);
    floor = seen.floor;
    told = notBefore(floor, seen.lines);
  }

  const looks = trustedLooks(look, log, nowMs, now);
  replica?.onTurn(() => {
    looks.distrust();
    tell('anything');
  });
  return {
    ...looks,
    distrust() {
      looks.distrust();
      replica?.doubt();
    },
  };
}

async function askForLines(db: Db, floor: string | null, told: readonly number[]): Promise<Seen> {
  const { rows } = await db.executeQuery(linesSince(db, floor, told));
  const [seen] = rows;
  if (seen === undefined) throw new Error('the changes of the catalogue gave nothing');
  return seen;
}

/** The lines whose transactions the next look comes upon again. */
function notBefore(floor: string, lines: ReadonlyMap<number, string>): ReadonlyMap<number, string> {
  return new Map([...lines].filter(([, transaction]) => BigInt(transaction) >= BigInt(floor)));
}

/**
 * What has changed by some lines. Each change is held against all that is kept, so what orders have moved is one change for all of them;
 * two, where some of it was not counted.
 *
 * @param fromMs when it was begun to read them
 */
function gathered(rows: readonly Row[], fromMs: number): Change[] {
  const changes = rows.map((row) => changeOf(row, fromMs));
  const moved = Map.groupBy(changes.filter(isStockMoved), ({ counted }) => counted !== undefined);
  return [
    ...changes.filter((change) => !isStockMoved(change)),
    ...moved.values().map((several) => asOne(several, fromMs)),
  ];
}

/** What several lines have moved; all of them are counted, or none. They are of one look, so they have the same number for a part. */
function asOne(several: readonly StockMoved[], fromMs: number): StockMoved {
  const units = several.flatMap(({ counted }) => [...(counted?.units ?? [])]);
  return {
    partIds: new Set(several.flatMap(({ partIds }) => [...partIds])),
    changesAvailability: several.some((moved) => moved.changesAvailability),
    counted: several[0]?.counted && { units: new Map(units), fromMs },
  };
}

function changeOf(row: Row, fromMs: number): Change {
  if (row.is_about_reviews) return 'reviews';
  if (row.repriced_part_ids !== null) return { repriced: row.repriced_part_ids };
  if (row.retold_part_ids !== null) return { retold: row.retold_part_ids };
  const { part_ids: partIds, changes_availability: changesAvailability, units } = row;
  if (partIds === null) return 'anything';
  const counted = Object.entries(units ?? {}).map(([id, count]) => [Number(id), count] as const);
  // One that is gone meanwhile is told by a line of its own.
  const isWhole = counted.length === partIds.length;
  return {
    ...{ partIds: new Set(partIds), changesAvailability },
    counted: isWhole ? { units: new Map(counted), fromMs } : undefined,
  };
}

/** Drops lines that every process has read. Their age is measured where they were written. */
export async function forgetChanges(db: Db): Promise<void> {
  await sql`DELETE FROM catalogue_change WHERE made_at < clock_timestamp() - interval '1 hour'`.execute(db);
}
