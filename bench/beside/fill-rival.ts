/** Fills a rival's database by programs of its own, and starts it, in the folder where its packages are. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithBench } from '../end-with-bench.ts';
import type { Program } from '../start/started.ts';
import type { Place } from './shop-beside.ts';

const run = promisify(execFile);

/** As a server's owner sets them. What Node compiled is kept from start to start, as Mainshaft keeps it. */
function environmentOf({ databaseUrl, folder, port }: Place): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...{ NODE_ENV: 'production', NODE_COMPILE_CACHE: join(folder, 'compiled') },
    ...{ DATABASE_URL: databaseUrl, PORT: String(port), SECRET: 'of-the-bench-0123456789' },
    ...{ MEDUSA_DISABLE_TELEMETRY: 'true', VENDURE_DISABLE_TELEMETRY: 'true', LOG_LEVEL: 'warn' },
  };
}

/** What runs a rival: Node with these arguments, in the rival's folder. */
export const rivalProgram = (place: Place, rivalFolder: string, args: readonly string[]): Program => ({
  ...{ args, env: environmentOf(place), folder: rivalFolder, port: place.port },
});

/** @throws Error with the end of what a program said that failed */
export async function runRival(place: Place, rivalFolder: string, args: readonly string[]): Promise<void> {
  const partsFile = join(place.folder, 'parts.json');
  await writeFile(partsFile, JSON.stringify(place.parts));
  const done = run(process.execPath, [...args], {
    cwd: rivalFolder,
    env: { ...environmentOf(place), PARTS_FILE: partsFile },
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  endWithBench(done.child);
  await done;
}
