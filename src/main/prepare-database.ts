/** Makes a database ready for this version of the shop. Serving processes never do this by themselves. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepPartTypes } from '#server/catalogue/reference.ts';
import type { Databases } from '#server/platform/db/database.ts';
import { migrate, schemaState } from '#server/platform/db/migrate.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Log } from '#server/platform/log.ts';
import { installQueue } from '#server/platform/queue.ts';
import { SetupError } from '#server/platform/setup-error.ts';
import { keepVehicles } from '#server/vehicles/reference.ts';
import { readVehicles } from './reference/vehicles.ts';

const PART_TYPES = join(import.meta.dirname, '../../reference/part-types.json');

/**
 * Migrates, installs the queue and loads part types and vehicles. Answers what was new, in words. A database that a later
 * version has prepared is left as it is.
 *
 * @throws SetupError when a later version has taken away what this one uses
 */
export async function prepareDatabase(databases: Databases, log: Log): Promise<string[]> {
  const state = await schemaState(databases.write);
  if (state.is === 'ahead') {
    throw new SetupError(
      `The database is of a later version of the shop, which no version without migration ${state.needs} can work with. ` +
        'Start that version, or a backup from before it.',
    );
  }
  if (state.is === 'ready' && state.isLater) return [];
  const migrations = await migrate(databases.writePool, { log });
  await installQueue(databases.writePool, log);
  const done = migrations.map((name) => `migration ${name}`);
  const partTypes: unknown = JSON.parse(await readFile(PART_TYPES, 'utf8'));
  const vehicles = await readVehicles();
  await inTransaction(databases.write, async (tx) => {
    const changedTypes = await keepPartTypes(tx, partTypes);
    if (changedTypes > 0) done.push(`${changedTypes} part types`);
    const newVehicles = await keepVehicles(tx, vehicles);
    if (newVehicles > 0) done.push(`${newVehicles} vehicles`);
  });
  return done;
}
