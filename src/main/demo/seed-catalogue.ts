/** Loads the sample catalogue into an empty demo shop, through the import that owners use. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportBody } from '#contract/imports.ts';
import { currencyOf } from '#domain/money.ts';
import { isRefusal } from '#domain/refusal.ts';
import { endInterrupted, importWhole } from '#server/catalogue/import/import-whole.ts';
import type { ImportDeps } from '#server/catalogue/import/receive-file.ts';
import type { Config } from '#server/platform/config.ts';
import type { Databases } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import { countShelves } from '#server/read-models/shelf-counts.ts';
import type { Progress } from '../progress.ts';
import { demoPasswords } from './passwords.ts';

type Deps = {
  readonly databases: Databases;
  readonly config: Config;
  readonly dataDir: string;
  readonly now: () => Date;
  readonly log: Log;
};

/** What the imports of the sample are called. */
const FILE_NAMES = { parts: 'sample-parts.csv', fitments: 'sample-fitments.csv' } as const;

/**
 * Loads what is missing of the sample catalogue: a first start that was interrupted is made good by the next one. A catalogue
 * of the owner's own is left alone.
 */
export async function seedCatalogue(
  { databases, config, dataDir, now, log }: Deps,
  progress: Progress,
): Promise<void> {
  // The people come after the catalogue, so where they have been, the catalogue had been loaded.
  if (!(await demoPasswords(config, dataDir)).isFirst) return;
  const exchange = {
    list: currencyOf(config.LIST_CURRENCY),
    settlement: currencyOf(config.SETTLEMENT_CURRENCY),
    rate: config.EXCHANGE_RATE,
    date: config.EXCHANGE_RATE_DATE,
  };
  const deps = { databases, exchange, now, log };
  await endInterrupted(deps, new Set(Object.values(FILE_NAMES)));
  const { cells, kinds } = await countShelves(databases.write);
  const hasParts = cells.length > 0;
  if (hasParts && kinds.length > 0) return;
  const folder = await mkdtemp(join(tmpdir(), 'mainshaft-sample-'));
  try {
    const files = await progress.step('Sample catalogue, made', async () => {
      // Brands, engines, numbers: what makes a catalogue is needed once.
      const { writeSampleFiles } = await import('./sample-files.ts');
      return writeSampleFiles(folder);
    });
    if (!hasParts) {
      await progress.step('Sample catalogue, parts', async (tell) => {
        const done = await bring(deps, FILE_NAMES.parts, files.parts, tell);
        if (done.state !== 'applied') throw new Error(`The sample catalogue was not taken: ${said(done)}`);
        tell(`${done.inserted} parts`);
      });
    }
    await progress.step('Sample catalogue, fitments', async (tell) => {
      const done = await bring(deps, FILE_NAMES.fitments, files.fitments, tell);
      if (done.state === 'applied') return tell(`${done.inserted} vehicles fitted`);
      // The parts that are there are others: the owner's own.
      if (hasParts && done.errorCount > 0) return tell('left out, as the parts are not the sample');
      throw new Error(`The sample fitments were not taken: ${said(done)}`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bring(
  deps: ImportDeps,
  fileName: string,
  path: string,
  tell: (text: string) => void,
): Promise<ImportBody> {
  const done = await importWhole(deps, { fileName }, createReadStream(path), {
    onRead: (rows) => tell(`${rows} rows read`),
    onBatch: ({ state, rowsDone }) =>
      tell(`${rowsDone} rows ${state === 'applying' ? 'applied' : 'checked'}`),
  });
  if (isRefusal(done)) throw new Error(`The sample catalogue was refused: ${done.code}`);
  return done;
}

const said = ({ state, errorCount, failure }: ImportBody) =>
  `${state}, ${errorCount} errors ${failure}`.trim();
