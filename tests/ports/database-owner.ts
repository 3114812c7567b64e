/**
 * A process of its own that opens the embedded database of a folder, tells of it in one line of JSON, and waits: for a
 * line on standard input to stop in order, or to be killed.
 */
import { once } from 'node:events';
import { resolveDataDir } from '#server/adapters/database/data-dir.ts';
import { startEmbedded } from '#server/adapters/database/embedded.ts';
import { openLog } from '#server/platform/log.ts';

const beganMs = performance.now();
const { dir } = await resolveDataDir({ dataDir: process.argv[2], cwd: process.cwd() });
const { stop, ...database } = await startEmbedded({ dataDir: dir, log: openLog('silent') });
const tookMs = Math.round(performance.now() - beganMs);
process.stdout.write(`${JSON.stringify({ ...database, tookMs })}\n`);
await once(process.stdin, 'data');
await stop();
process.exit(0);
