/** What every measurement of a shop begins with: a folder for the run, a database in it, and how a shop on them is opened. */
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts';
import { loadOfLastMinute } from './machine.ts';
import { type OpenShop, shopEnvironment } from './shop.ts';

/** Things to undo at the end, the last one first. */
export type Undo = (() => Promise<void>)[];

export type OpenBench = {
  readonly folder: string;
  readonly database: BenchDatabase;
  /** How the shop under test is opened, as often as need be. */
  readonly opening: OpenShop;
  /** Of the minute before the run. */
  readonly loadBefore: number;
};

/** Opens what a run needs; `undo` gets how all of it goes away again. */
export async function openBench(undo: Undo): Promise<OpenBench> {
  const loadBefore = loadOfLastMinute();
  const folder = join(tmpdir(), `mainshaft-bench-${process.pid}`);
  const dataDir = join(folder, 'shop');
  // Anybody may pass through: the embedded database may run as another user.
  await mkdir(folder, { mode: 0o711 });
  undo.push(() => rm(folder, { recursive: true, force: true }));
  await mkdir(dataDir, { mode: 0o700 });
  const database = await openBenchDatabase(folder, undo);
  return { folder, database, opening: { environment: shopEnvironment(database.url), dataDir }, loadBefore };
}
