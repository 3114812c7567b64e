/** Loads the sample catalogue into an empty demo shop, through the import that owners use. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currencyOf } from '#domain/money.ts';
import { isRefusal } from '#domain/refusal.ts';
import { importFitments } from '#server/catalogue/import/import-fitments.ts';
import { importParts } from '#server/catalogue/import/import-parts.ts';
import type { Config } from '#server/platform/config.ts';
import type { Databases } from '#server/platform/db/database.ts';
import { surveyCatalogue } from '#server/read-models/parts.ts';
import type { Progress } from '../progress.ts';
import { demoPasswords } from './passwords.ts';
import { writeSampleFiles } from './sample-files.ts';

type Deps = {
  readonly databases: Databases;
  readonly config: Config;
  readonly dataDir: string;
  readonly now: () => Date;
};

/**
 * Loads what is missing of the sample catalogue. Parts and fitments are two files, each all or nothing: a first start
 * that was interrupted between them is made good by the next one. A catalogue of the owner's own is left alone.
 */
export async function seedCatalogue(
  { databases, config, dataDir, now }: Deps,
  progress: Progress,
): Promise<void> {
  const { part_count: partCount, kinds } = await surveyCatalogue(databases.write);
  const hasParts = partCount > 0;
  // The people come after the catalogue, so where they have been, the catalogue had been loaded.
  if (hasParts && (kinds.length > 0 || !(await demoPasswords(config, dataDir)).isFirst)) return;
  const exchange = {
    list: currencyOf(config.LIST_CURRENCY),
    settlement: currencyOf(config.SETTLEMENT_CURRENCY),
    rate: config.EXCHANGE_RATE,
    date: config.EXCHANGE_RATE_DATE,
  };
  const folder = await mkdtemp(join(tmpdir(), 'mainshaft-sample-'));
  try {
    const files = await progress.step('Sample catalogue, made', () => writeSampleFiles(folder));
    if (!hasParts) {
      await progress.step('Sample catalogue, parts', async (tell) => {
        const file = createReadStream(files.parts);
        const report = await importParts({ databases, exchange, now }, file, (rows) => tell(`${rows} rows`));
        if (isRefusal(report))
          throw new Error(`The sample catalogue was refused: ${JSON.stringify(report.data)}`);
      });
    }
    await progress.step('Sample catalogue, fitments', async (tell) => {
      const file = createReadStream(files.fitments);
      const report = await importFitments({ databases, exchange, now }, file, (rows) => tell(`${rows} rows`));
      if (isRefusal(report)) {
        // The parts that are there are others: the owner's own.
        if (hasParts) return tell('left out, as the parts are not the sample');
        throw new Error(`The sample fitments were refused: ${JSON.stringify(report.data)}`);
      }
      tell(`${report.inserted} vehicles fitted`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
