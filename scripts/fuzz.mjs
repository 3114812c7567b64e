/**
 * `npm run fuzz`: at least 100,000 requests to every operation of the API as everyone, and the readers of files, numbers
 * and cursors at the same length. `--seed N` does a run again (a new one each time, unless told; it is printed),
 * `--requests N` sets its length.
 */
import { randomInt } from 'node:crypto';
import { ensureInstalled } from './install.mjs';
import { runNode24 } from './node24.mjs';
import { run } from './project.mjs';

await run(async () => {
  const args = process.argv.slice(2);
  const numberOf = (name, otherwise) => {
    const at = args.indexOf(`--${name}`);
    const value = at === -1 ? otherwise : Number(args[at + 1]);
    if (!Number.isSafeInteger(value) || value < 1)
      throw new Error(`--${name} must be a whole number above 0`);
    return String(value);
  };
  const env = {
    FUZZ_SEED: numberOf('seed', randomInt(1, 1_000_000_000)),
    FUZZ_REQUESTS: numberOf('requests', 100_000),
  };
  console.error(
    `Fuzzing with seed ${env.FUZZ_SEED}. To do it again: npm run fuzz -- --seed ${env.FUZZ_SEED}`,
  );
  await ensureInstalled({ dev: true });
  await runNode24(['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/fuzz/vitest.config.ts'], {
    env,
  });
});
