/**
 * `npm run verify`: everything that must hold before a change is handed over, up to the first failure. With `--no-tests`
 * it leaves the tests to `npm test`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { runCommandLine } from './node24.mjs';
import { Hindrance, projectFolder, run } from './project.mjs';

const { scripts } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));

const steps = [
  ['Format and lint', scripts.lint],
  ['Types of the pure rooms', 'tsc -p tsconfig.pure.json'],
  ['Types of the server', 'tsc -p tsconfig.server.json'],
  ['Types of the pages', 'tsc -p tsconfig.web.json'],
  ['Types of what drives a browser', 'tsc -p tsconfig.browser.json'],
  ['Arrows between the rooms', scripts.arrows],
  ...(process.argv.includes('--no-tests')
    ? []
    : [['Tests without a browser', 'vitest run --project unit --project api']]),
];

await run(async () => {
  await ensureInstalled({ dev: true });
  for (const [title, line] of steps) {
    console.log(`\n== ${title}`);
    const beganAtMs = Date.now();
    const code = await runCommandLine(line);
    const seconds = ((Date.now() - beganAtMs) / 1000).toFixed(1);
    if (code !== 0) throw new Hindrance(`== ${title}: failed after ${seconds} s (${line})`);
    console.log(`== ${title}: ${seconds} s`);
  }
});
