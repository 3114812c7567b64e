/**
 * `npm run bench -- compare REVISION`: what changed since. That revision is checked out beside this one and both are
 * measured by turns, each by its own bench, so that what else the machine does meanwhile hits both alike.
 */
import { execFile, spawn } from 'node:child_process';
import { readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { readOptions } from './options.ts';
import { aligned } from './table.ts';

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, '..');
const ROUNDS = 2;

const Side = z.object({ requestsPerSecond: z.number(), cpuMsPerRequest: z.number() });
/** What is read of a run's results; older ones have these, too. */
const Results = z.object({
  figures: z.array(z.object({ name: z.string(), connections: z.number(), ours: Side, limit: Side })),
});
type Figure = z.output<typeof Results>['figures'][number];

/** @param undo gets what is to be undone at the end, the last one first */
export async function compare(args: readonly string[], undo: (() => Promise<void>)[]): Promise<void> {
  const [revision, ...rest] = args;
  if (revision === undefined) throw new Error('Say which revision: npm run bench -- compare HEAD~1 parts');
  readOptions(rest);
  const { stdout } = await run('git', ['rev-parse', '--short', '--verify', `${revision}^{commit}`], {
    cwd: PROJECT,
  });
  const before = join(tmpdir(), `mainshaft-compare-${process.pid}`);
  await run('git', ['worktree', 'add', '--detach', before, revision], { cwd: PROJECT });
  undo.push(async () => {
    await run('git', ['worktree', 'remove', '--force', before], { cwd: PROJECT });
    await rm(before, { recursive: true, force: true });
  });
  await bringPackages(before);

  const figures: { before: Figure[]; now: Figure[] } = { before: [], now: [] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    console.error(`\nRound ${round} of ${ROUNDS}: ${stdout.trim()}`);
    figures.before.push(...(await measure(before, rest, undo)));
    console.error(`\nRound ${round} of ${ROUNDS}: this`);
    // A comparison is no result of this machine to keep.
    figures.now.push(...(await measure(PROJECT, [...rest, '--into', join(before, 'now')], undo)));
  }
  console.log(`\n${table(figures.before, figures.now, stdout.trim())}\n`);
}

/** The same packages where the lock file is the same, else its own. */
async function bringPackages(before: string): Promise<void> {
  const locks = await Promise.all(
    [PROJECT, before].map((folder) => readFile(join(folder, 'package-lock.json'), 'utf8')),
  );
  if (locks[0] === locks[1]) await symlink(join(PROJECT, 'node_modules'), join(before, 'node_modules'));
  else await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: before });
}

/** One run of a checkout's own bench, and the figures that it kept. */
async function measure(
  folder: string,
  args: readonly string[],
  undo: (() => Promise<void>)[],
): Promise<Figure[]> {
  const child = spawn(process.execPath, ['bench/run.ts', ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  undo.push(async () => void child.kill('SIGTERM'));
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said += piece;
    process.stderr.write(piece);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const kept = /kept in (\S+\.json)/.exec(said)?.[1];
  if (code !== 0 || kept === undefined) throw new Error(`The bench in ${folder} ended with ${code}`);
  const results = Results.parse(JSON.parse(await readFile(resolve(folder, kept), 'utf8')));
  return results.figures;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function table(before: readonly Figure[], now: readonly Figure[], revision: string): string {
  const keyOf = ({ name, connections }: Figure) => `${name}, ${connections}`;
  const earlier = Map.groupBy(before, keyOf);
  const rows = [...Map.groupBy(now, keyOf)].map(([key, after]) => {
    const old = earlier.get(key);
    if (old === undefined) return [key, 'not measured', '', '', '', '', ''];
    const rate = (figures: readonly Figure[]) => mean(figures.map(({ ours }) => ours.requestsPerSecond));
    const cpu = (figures: readonly Figure[]) => mean(figures.map(({ ours }) => ours.cpuMsPerRequest));
    const share = (figures: readonly Figure[]) =>
      mean(figures.map(({ ours, limit }) => ours.requestsPerSecond / limit.requestsPerSecond));
    return [
      key,
      rate(old).toFixed(0),
      rate(after).toFixed(0),
      `${((rate(after) / rate(old) - 1) * 100).toFixed(0)} %`,
      cpu(old).toFixed(3),
      cpu(after).toFixed(3),
      `${share(old).toFixed(2)} → ${share(after).toFixed(2)}`,
    ];
  });
  const head = ['', `${revision} req/s`, 'now', 'change', 'CPU ms', 'now', 'of the limit'];
  return aligned([head, ...rows]);
}
