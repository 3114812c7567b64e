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
import { countParts } from '#server/read-models/parts.ts';
import type { Progress } from '../progress.ts';
import { writeSampleFiles } from './sample-files.ts';

type Deps = { readonly databases: Databases; readonly config: Config; readonly now: () => Date };

export async function seedCatalogue({ databases, config, now }: Deps, progress: Progress): Promise<void> {
  if ((await countParts(databases.write, {})) > 0) return;
  const exchange = {
    list: currencyOf(config.LIST_CURRENCY),
    settlement: currencyOf(config.SETTLEMENT_CURRENCY),
    rate: config.EXCHANGE_RATE,
    date: config.EXCHANGE_RATE_DATE,
  };
  const folder = await mkdtemp(join(tmpdir(), 'mainshaft-sample-'));
  try {
    const files = await progress.step('Sample catalogue, made', () => writeSampleFiles(folder));
    await progress.step('Sample catalogue, parts', async (tell) => {
      const file = createReadStream(files.parts);
      const report = await importParts({ databases, exchange, now }, file, (rows) => tell(`${rows} rows`));
      if (isRefusal(report))
        throw new Error(`The sample catalogue was refused: ${JSON.stringify(report.data)}`);
    });
    await progress.step('Sample catalogue, fitments', async (tell) => {
      const file = createReadStream(files.fitments);
      const report = await importFitments({ databases, now }, file, (rows) => tell(`${rows} rows`));
      if (isRefusal(report))
        throw new Error(`The sample fitments were refused: ${JSON.stringify(report.data)}`);
      tell(`${report.inserted} vehicles fitted`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
