/** A process of its own that takes the data directory, says so in a line, and waits to be killed. */
import { takeInstanceLock } from '#server/platform/instance-lock.ts';

const [, , dataDir = '', address = ''] = process.argv;
const lock = await takeInstanceLock(dataDir, { address });
process.stdout.write(`${'heldBy' in lock ? 'held' : 'taken'}\n`);
setInterval(() => {}, 1_000);
