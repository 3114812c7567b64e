/** A command that is killed while it applies a file: what it has done is whole, and the rest is done once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../database.ts';

const PROJECT = join(import.meta.dirname, '../..');
const ROWS = 20_000;
const BATCH = 5_000;

it('a file whose import is killed is applied to its end by the next command, each row once', {
  timeout: 90_000,
}, async () => {
  const { url, databases } = await testDatabase();
  const db = databases.write;
  const folder = await mkdtemp(join(tmpdir(), 'mainshaft-import-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const rows = Array.from({ length: ROWS }, (_, at) => `KILL-${at},Kolbmann,KILL ${at},Disc,Coated.,1,3`);
  await writeFile(
    join(folder, 'many.csv'),
    `sku,brand,part_number,name,description,price,stock\n${rows.join('\n')}\n`,
  );
  await writeFile(join(folder, 'prices.csv'), 'sku,price\nKILL-0,2\n');

  const command = (file: string) =>
    spawn(process.execPath, ['src/main/cli.ts', 'import', join(folder, file)], {
      cwd: PROJECT,
      env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  type Run = { state: string; rows_done: number; inserted_count: number };
  const look = async (): Promise<Run | undefined> => {
    const { rows: found } = await sql<Run>`
      SELECT state, rows_done, inserted_count FROM import_run WHERE kind = 'parts'`.execute(db);
    return found[0];
  };
  const count = async () => {
    const { rows: found } = await sql<{ parts: number; levels: number; movements: number; found: number }>`
      SELECT (SELECT count(*)::int FROM part) AS parts, (SELECT count(*)::int FROM stock_level) AS levels,
             (SELECT count(*)::int FROM stock_movement) AS movements, (SELECT count(*)::int FROM part_search) AS found`.execute(
      db,
    );
    return found[0];
  };

  const first = command('many.csv');
  for (let run = await look(); run?.state !== 'applying' || run.rows_done < BATCH; run = await look()) {
    if (first.exitCode !== null) throw new Error('the command was over before it could be killed');
    await wait(20);
  }
  first.kill('SIGKILL');
  await once(first, 'exit');
  // What the database was doing for it is over, one way or the other.
  const isBusy = async () => {
    const { rows: found } = await sql<{ busy: boolean }>`
      SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                     AND state <> 'idle') AS busy`.execute(db);
    return found[0]?.busy;
  };
  await expect.poll(isBusy, { timeout: 20_000 }).toBe(false);
  const left = await look();
  const done = left?.rows_done ?? 0;
  expect(left).toMatchObject({ state: 'applying', inserted_count: done });
  expect(done % BATCH).toBe(0);
  expect(done).toBeLessThan(ROWS);
  expect(await count()).toEqual({ parts: done, levels: done, movements: done, found: done });

  // Half a minute later somebody brings another file.
  await sql`UPDATE import_run SET beat_at = beat_at - interval '31 seconds'`.execute(db);
  const second = command('prices.csv');
  const [code] = await once(second, 'exit');
  expect(code).toBe(0);
  expect(await look()).toEqual({ state: 'applied', rows_done: ROWS, inserted_count: ROWS });
  expect(await count()).toEqual({ parts: ROWS, levels: ROWS, movements: ROWS, found: ROWS });
});
