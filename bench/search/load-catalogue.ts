/** Loads a large catalogue with COPY, beside what the shop has of it: vehicles and part types. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { slugOf } from '#domain/catalogue/part-number.ts';
import type { PartType } from '#main/reference/part-types.ts';
import { refreshSearch } from '#server/catalogue/part-store.ts';
import { openDatabases } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { BRAND_COUNT, brandName, type MadePart, madeParts, type VehicleRow } from './large-catalogue.ts';

export type LoadedCatalogue = { readonly parts: number; readonly seconds: number; readonly bytes: number };

/** Parts in one go; the numbers of a batch are small enough to be kept. */
const BATCH = 20_000;
/** Parts of the search's rows in one statement. */
const PROJECTED = 10_000;
const TABLES = ['part', 'fitment', 'part_number_alias', 'part_kind', 'stock_level', 'part_search'];

/** Fills a prepared database that has no parts yet. */
export async function loadCatalogue(
  databaseUrl: string,
  count: number,
  seed: number,
  say: (text: string) => void,
): Promise<LoadedCatalogue> {
  const beganAt = performance.now();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Ids and references are made right; to check them again would be most of the time.
    await client.query(
      "SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '512MB'",
    );
    const indexes = await client.query<{ name: string; definition: string }>(
      `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE schemaname = 'public' AND tablename = any($1)
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname)`,
      [TABLES],
    );
    for (const { name } of indexes.rows) await client.query(`DROP INDEX ${name}`);
    await client.query(
      `INSERT INTO brand (id, name, slug) OVERRIDING SYSTEM VALUE SELECT * FROM unnest($1::int[], $2::text[], $3::text[])`,
      [
        Array.from({ length: BRAND_COUNT }, (_, at) => at + 1),
        Array.from({ length: BRAND_COUNT }, (_, at) => brandName(at)),
        Array.from({ length: BRAND_COUNT }, (_, at) => slugOf(brandName(at))),
      ],
    );
    const vehicles = await client.query<VehicleRow>('SELECT id, kind, make, model, year::int FROM vehicle');
    const types = await client.query<PartType & { id: number }>('SELECT * FROM part_type ORDER BY code');
    const projection = projector(databaseUrl);
    let batch: MadePart[] = [];
    for (const part of madeParts(count, seed, types.rows, vehicles.rows)) {
      batch.push(part);
      if (batch.length < BATCH && part.id < count) continue;
      await copyBatch(client, batch);
      batch = [];
      // The first parts tell the planner what there is; from then on one writes search rows while the next are copied.
      if (part.id <= BATCH) await client.query('ANALYZE part; ANALYZE fitment');
      projection.upTo(part.id);
      if (part.id % 100_000 === 0) say(`  ${part.id} parts copied, ${seconds(beganAt).toFixed(0)} s`);
    }
    await client.query('ANALYZE part; ANALYZE fitment');
    await projection.finish();
    say(`  search rows written, ${seconds(beganAt).toFixed(0)} s`);
    await onTwoConnections(
      databaseUrl,
      indexes.rows.map(({ definition }) => definition),
    );
    await client.query("SELECT setval(pg_get_serial_sequence('part', 'id'), $1)", [count]);
    await onTwoConnections(
      databaseUrl,
      TABLES.map((table) => `VACUUM ANALYZE ${table}`),
    );
    const size = await client.query<{ bytes: string }>(
      'SELECT pg_database_size(current_database())::text AS bytes',
    );
    return { parts: count, seconds: seconds(beganAt), bytes: Number(size.rows[0]?.bytes) };
  } finally {
    await client.end();
  }
}

const seconds = (since: number) => (performance.now() - since) / 1000;

async function copyBatch(client: pg.Client, parts: readonly MadePart[]): Promise<void> {
  const now = '2026-01-01';
  await copy(
    client,
    'part (id, sku, brand_id, part_number, part_type_id, name, description, grade, lifecycle, price_minor, min_order, order_multiple, attributes, rank, created_at, updated_at)',
    parts.map((p) => [
      p.id,
      p.sku,
      p.brandId,
      p.partNumber,
      p.typeId,
      p.name,
      p.description,
      p.grade,
      'active',
      p.priceMinor,
      p.minOrder,
      p.minOrder,
      JSON.stringify(p.attributes),
      p.rank,
      now,
      now,
    ]),
  );
  await copy(
    client,
    'stock_level (part_id, on_hand_units)',
    parts.map((p) => [p.id, p.stock]),
  );
  await copy(
    client,
    'part_kind (part_id, kind)',
    parts.map((p) => [p.id, p.kind]),
  );
  await copy(
    client,
    'part_number_alias (part_id, kind, maker, number)',
    parts.flatMap((p) => p.numbers.map(({ kind, maker, number }) => [p.id, kind, maker, number])),
  );
  await copy(
    client,
    'fitment (vehicle_id, part_id, position, quantity_per_vehicle)',
    parts.flatMap((p) => p.vehicleIds.map((vehicleId) => [vehicleId, p.id, p.position, 1])),
  );
}

async function copy(
  client: pg.Client,
  into: string,
  rows: readonly (readonly (string | number)[])[],
): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${into} FROM STDIN`));
  const chunks: string[] = [];
  for (let at = 0; at < rows.length; at += 2_000) {
    chunks.push(
      `${rows
        .slice(at, at + 2_000)
        .map((row) => row.join('\t'))
        .join('\n')}\n`,
    );
  }
  await pipeline(Readable.from(chunks), stream);
}

/** Statements that don't mind each other, on two connections at once. */
async function onTwoConnections(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const left = [...statements];
  const work = async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await client.query("SET maintenance_work_mem = '512MB'");
      for (let next = left.shift(); next !== undefined; next = left.shift()) await client.query(next);
    } finally {
      await client.end();
    }
  };
  await Promise.all([work(), work()]);
}

/** Writes the search's rows as the shop itself does: on one connection while parts are copied, on two when all are there. */
function projector(databaseUrl: string) {
  const databases = openDatabases({ url: databaseUrl, maxConnections: 2, onIdleError: () => {} });
  let next = 1;
  let copied = 0;
  let early: Promise<void> | undefined;
  const work = async () => {
    for (let from = next; from <= copied; from = next) {
      next = Math.min(from + PROJECTED, copied + 1);
      const ids = Array.from({ length: next - from }, (_, at) => from + at);
      await inTransaction(databases.write, async (tx) => {
        await sql`SET LOCAL synchronous_commit = off`.execute(tx);
        await refreshSearch(tx, ids);
      });
    }
  };
  return {
    upTo(partId: number) {
      copied = partId;
      early ??= work().finally(() => {
        early = undefined;
      });
    },
    async finish() {
      await Promise.all([early, work()]).finally(() => databases.close());
    },
  };
}
