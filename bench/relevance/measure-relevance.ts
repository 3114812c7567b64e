/** `npm run bench -- relevance`: how well the search answers judged queries on the sample catalogue. */
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { PartsQuery } from '#contract/catalogue.ts';
import { currencyOf } from '#domain/money.ts';
import { seedCatalogue } from '#main/demo/seed-catalogue.ts';
import { prepareDatabase } from '#main/prepare-database.ts';
import { partsPage } from '#server/catalogue/list-parts.ts';
import { searchParts } from '#server/catalogue/search.ts';
import { openShelves } from '#server/catalogue/shelf-handlers.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabases } from '#server/platform/db/database.ts';
import { openLog } from '#server/platform/log.ts';
import { searchLexicon } from '#server/read-models/search-lexicon.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { readOptions, TEXT, wholeNumber } from '../options.ts';
import { aligned } from '../table.ts';
import { gainsOf, type Judged, ndcg, readJudged } from './judgements.ts';

type Result = Judged & { readonly ndcg: number; readonly isEmpty: boolean; readonly isExactlyEmpty: boolean };

/** @param undo gets what is to be undone at the end, the last one first */
export async function measureRelevance(
  args: readonly string[],
  undo: (() => Promise<void>)[],
): Promise<void> {
  const { database, worst } = readOptions(args, {
    database: TEXT,
    worst: wholeNumber({ from: 0, to: 1_000, unlessTold: 0 }),
  });
  const url = database ?? (await sampleDatabase(undo));
  const databases = openDatabases({ url, maxConnections: 4, onIdleError: () => {} });
  undo.push(() => databases.close());
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  undo.push(() => client.end());
  const deps = {
    databases,
    lexicon: searchLexicon(
      databases.read,
      async () => 0,
      () => performance.now(),
    ),
    shelves: openShelves({ databases, shelvesVersion: async () => 0 }),
    exchange: { list: currencyOf('USD'), settlement: currencyOf('BDT'), rate: '121.5', date: '2026-01-01' },
  };
  const results: Result[] = [];
  for (const judged of readJudged()) {
    const query = PartsQuery.parse({ q: judged.query, limit: 10 });
    const { parts } = await searchParts(deps, query);
    const exact = await partsPage(deps, query);
    const value = ndcg(
      parts.map((part) => Number(part._id)),
      await gainsOf(client, judged),
    );
    if (value === undefined) {
      console.error(`nothing is right for "${judged.query}" (${judged.judgement}); left out`);
      continue;
    }
    results.push({
      ...judged,
      ndcg: value,
      isEmpty: parts.length === 0,
      isExactlyEmpty: exact.body.length === 0,
    });
  }
  console.log(`\n${table(results)}\n`);
  // Those held out are never shown: whoever sees them would tune to them.
  for (const result of results
    .filter((one) => !one.isHeldOut)
    .sort((a, b) => a.ndcg - b.ndcg)
    .slice(0, worst)) {
    console.log(`${result.ndcg.toFixed(2)}  ${result.query}  (${result.judgement})`);
  }
}

async function sampleDatabase(undo: (() => Promise<void>)[]): Promise<string> {
  const folder = join(tmpdir(), `mainshaft-relevance-${process.pid}`);
  await mkdir(folder, { mode: 0o711 });
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const database = await openBenchDatabase(folder, undo);
  const databases = openDatabases({ url: database.url, maxConnections: 4, onIdleError: () => {} });
  try {
    const log = openLog('warn');
    await prepareDatabase(databases, log);
    console.error('Sample catalogue …');
    await seedCatalogue(
      { databases, config: readConfig({}), dataDir: folder, now: () => new Date(), log },
      { step: (_name, work) => work(() => {}) },
    );
  } finally {
    await databases.close();
  }
  return database.url;
}

function table(results: readonly Result[]): string {
  const kinds = [...new Set(results.map((result) => result.kind)), 'all'];
  const line = (name: string, some: readonly Result[]) => {
    const mean = (of: (result: Result) => number) =>
      (some.reduce((sum, one) => sum + of(one), 0) / some.length).toFixed(3);
    return [
      name,
      String(some.length),
      mean((one) => one.ndcg),
      mean((one) => Number(one.isExactlyEmpty)),
      mean((one) => Number(one.isEmpty)),
    ];
  };
  const rows = [['', 'queries', 'nDCG@10', 'zero results', 'zero after relaxing']];
  for (const isHeldOut of [false, true]) {
    for (const kind of kinds) {
      const some = results.filter(
        (one) => one.isHeldOut === isHeldOut && (kind === 'all' || one.kind === kind),
      );
      if (some.length > 0) rows.push(line(`${isHeldOut ? 'held out' : 'tuned on'}, ${kind}`, some));
    }
  }
  return aligned(rows);
}
