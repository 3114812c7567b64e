/** `npm run bench -- search`: the search through the HTTP API beside its own SQL through `pg` alone, on a large catalogue. */
import { join } from 'node:path';
import pg from 'pg';
import { PartsQuery } from '#contract/catalogue.ts';
import { currencyOf } from '#domain/money.ts';
import { prepareDatabase } from '#main/prepare-database.ts';
import { readPartTypes } from '#main/reference/part-types.ts';
import { partsPage } from '#server/catalogue/list-parts.ts';
import { searchParts } from '#server/catalogue/search.ts';
import { openShelves } from '#server/catalogue/shelf-handlers.ts';
import { suggest } from '#server/catalogue/suggest.ts';
import { openDatabases } from '#server/platform/db/database.ts';
import { openLog } from '#server/platform/log.ts';
import { searchLexicon } from '#server/read-models/search-lexicon.ts';
import { type Statement, watchStatements } from '../asked-statements.ts';
import { isOwnServer } from '../bench-database.ts';
import { describeMachine } from '../machine.ts';
import { openBench, type Undo } from '../open-bench.ts';
import { FLAG, readOptions, SECONDS, TEXT, wholeNumber } from '../options.ts';
import { formatProfile } from '../profile.ts';
import { keepResults } from '../results.ts';
import { shopEnvironment, startShop } from '../shop.ts';
import { percentile } from '../statistics.ts';
import { aligned } from '../table.ts';
import type { VehicleRow } from './large-catalogue.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { type SearchWorkload, searchWorkloads } from './queries.ts';
import { httpRound, sqlRound } from './rounds.ts';

const SEED = 42;
const CONNECTIONS = 8;
const ROUNDS = 2;

export type SearchFigure = {
  readonly name: string;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
  readonly sqlP50Ms: number;
  readonly sqlP95Ms: number;
  readonly targetP50Ms: number | undefined;
  readonly targetP95Ms: number;
};

/** @param undo gets what is to be undone at the end, the last one first */
export async function measureSearch(args: readonly string[], undo: Undo): Promise<void> {
  const {
    parts: count,
    seconds,
    only = '',
    profile,
  } = readOptions(args, {
    parts: wholeNumber({ from: 100, to: 5_000_000, unlessTold: 100_000 }),
    seconds: SECONDS,
    only: TEXT,
    profile: FLAG,
  });
  const { folder, database, opening, loadBefore } = await openBench(undo);
  const { url } = database;
  const { dataDir } = opening;

  const databases = openDatabases({ url, maxConnections: 4, onIdleError: () => {} });
  undo.push(() => databases.close());
  let asked: Statement[] = [];
  watchStatements(databases.readPool, () => (statement) => {
    asked.push(statement);
  });
  await prepareDatabase(databases, openLog('warn'));
  console.error(`${count} parts …`);
  const loaded = await loadCatalogue(url, count, SEED, (text) => console.error(text));
  console.error(`loaded in ${loaded.seconds.toFixed(0)} s, ${(loaded.bytes / 1e9).toFixed(2)} GB`);

  const workloads = (await makeWorkloads(url, count)).filter(({ name }) => name.includes(only));
  if (profile) {
    for (const workload of workloads) {
      console.log(`\n${workload.name}\n${await profileOf(workload, url, folder, dataDir, seconds)}`);
    }
    return;
  }
  const lexicon = await searchLexicon(
    databases.read,
    async () => 0,
    () => performance.now(),
  )();
  const shelves = openShelves({ databases, shelvesVersion: async () => 0 });
  // A shop has counted them for its pages.
  await shelves.read();
  const deps = {
    databases,
    lexicon: async () => lexicon,
    shelves,
    exchange: { list: currencyOf('USD'), settlement: currencyOf('BDT'), rate: '121.5', date: '2026-01-01' },
  };
  const shop = await startShop({ environment: withoutCache(url), dataDir, hasPages: false });
  undo.push(() => shop.stop());

  const figures: SearchFigure[] = [];
  for (const workload of workloads) {
    const requests: Statement[][] = [];
    for (const path of workload.paths) {
      asked = [];
      await answer(deps, path);
      requests.push(asked);
    }
    const figure = await measure(workload, shop.url, url, requests, (seconds * 1000) / ROUNDS);
    figures.push(figure);
    console.error(`  ${figure.name}: ${figure.p50Ms.toFixed(1)} / ${figure.p95Ms.toFixed(1)} ms`);
  }
  console.log(`\n${count} parts, ${CONNECTIONS} connections, milliseconds\n\n${table(figures)}\n`);
  const machine = describeMachine(database, folder, loadBefore);
  const name = `search-${count}${isOwnServer() ? '' : '-server'}`;
  await keepResults(name, { machine, loaded, seconds, connections: CONNECTIONS, figures });
}

type Deps = Parameters<typeof searchParts>[0];

/** Each request is searched for: the same few hundred come again and again. */
const withoutCache = (url: string) => ({ ...shopEnvironment(url), ANSWER_CACHE_MB: '0' });

/** The same call that the address makes, in this process. */
async function answer(deps: Deps, path: string): Promise<unknown> {
  const { pathname, searchParams } = new URL(path, 'http://bench');
  const query = Object.fromEntries(searchParams);
  if (pathname === '/search/suggest') return suggest(deps, { q: query.q ?? '', vehicle: query.vehicle });
  const parsed = PartsQuery.parse(query);
  return pathname === '/search' ? searchParts(deps, parsed) : partsPage(deps, parsed);
}

async function makeWorkloads(url: string, count: number): Promise<SearchWorkload[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const vehicles = await client.query<VehicleRow>(
      `WITH used AS (SELECT vehicle_id, row_number() OVER (ORDER BY count(*) DESC) AS place, count(*) OVER () AS n
                     FROM fitment GROUP BY vehicle_id)
       SELECT vehicle.id, kind, make, model, year::int FROM used JOIN vehicle ON vehicle.id = vehicle_id
       WHERE place <= 50 OR place BETWEEN n / 2 AND n / 2 + 50`,
    );
    const numbers = await client.query<{ number: string }>(
      `SELECT unnest(ARRAY[part.sku, part.part_number, alias.number]) AS number
       FROM part JOIN part_number_alias AS alias ON alias.part_id = part.id AND alias.kind = 'oe'
       WHERE part.id % $1 = 1 LIMIT 600`,
      [Math.max(1, Math.floor(count / 200))],
    );
    return searchWorkloads({
      types: readPartTypes(),
      vehicles: vehicles.rows,
      numbers: numbers.rows.map((row) => row.number),
      seed: SEED,
    });
  } finally {
    await client.end();
  }
}

/** Where the shop's CPU time goes while it is asked. */
async function profileOf(
  { paths }: SearchWorkload,
  url: string,
  folder: string,
  dataDir: string,
  seconds: number,
): Promise<string> {
  const profileFolder = join(folder, 'profile');
  const shop = await startShop({ environment: withoutCache(url), dataDir, hasPages: false }, profileFolder);
  try {
    const { latenciesMs } = await httpRound(shop.url, paths, CONNECTIONS, seconds * 1000);
    console.error(`  ${latenciesMs.length} answers`);
  } finally {
    await shop.stop();
  }
  return formatProfile(profileFolder);
}

/** By turns, so that what else the machine does hits both alike. */
async function measure(
  { name, paths, p50Ms, p95Ms }: SearchWorkload,
  shopUrl: string,
  databaseUrl: string,
  requests: readonly (readonly Statement[])[],
  ms: number,
): Promise<SearchFigure> {
  const ours: number[] = [];
  const sql: number[] = [];
  await httpRound(shopUrl, paths, CONNECTIONS, 1_000);
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    ours.push(...(await httpRound(shopUrl, paths, CONNECTIONS, ms)).latenciesMs);
    sql.push(...(await sqlRound(databaseUrl, requests, CONNECTIONS, ms)).latenciesMs);
  }
  return {
    name,
    requests: ours.length,
    p50Ms: percentile(ours, 0.5),
    p95Ms: percentile(ours, 0.95),
    maxMs: percentile(ours, 1),
    sqlP50Ms: percentile(sql, 0.5),
    sqlP95Ms: percentile(sql, 0.95),
    targetP50Ms: p50Ms,
    targetP95Ms: p95Ms,
  };
}

function table(figures: readonly SearchFigure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    figure.p50Ms.toFixed(1),
    figure.p95Ms.toFixed(1),
    figure.maxMs.toFixed(0),
    figure.sqlP50Ms.toFixed(1),
    figure.sqlP95Ms.toFixed(1),
    (figure.p50Ms / figure.sqlP50Ms).toFixed(2),
    `${figure.targetP50Ms ?? '–'} / ${figure.targetP95Ms}`,
  ]);
  return aligned([['', 'p50', 'p95', 'max', 'pg p50', 'pg p95', 'ratio', 'target'], ...rows]);
}
