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
import { endWithBench } from './end-with-bench.ts';
import { readRun } from './options.ts';
import { median } from './statistics.ts';
import { aligned } from './table.ts';

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, '..');
const ROUNDS = 2;

const Side = z.object({
  requestsPerSecond: z.number(),
  cpuMsPerRequest: z.number(),
  p99Ms: z.number(),
  peakMemoryMb: z.number(),
});
const StartSide = z.object({
  name: z.string(),
  firstAnswerMs: z.array(z.number()),
  cpuMs: z.array(z.number()),
  restedMb: z.array(z.number()),
});
/** What is read of a run's results; older ones have these, too, but for starts. */
const Results = z.object({
  figures: z.array(z.object({ name: z.string(), connections: z.number(), ours: Side, limit: Side })),
  starts: z.array(StartSide).default([]),
});
type Results = z.output<typeof Results>;
type Figure = Results['figures'][number];

/** @param undo gets what is to be undone at the end, the last one first */
export async function compare(args: readonly string[], undo: (() => Promise<void>)[]): Promise<void> {
  const [revision, ...rest] = args;
  if (revision === undefined) throw new Error('Say which revision: npm run bench -- compare HEAD~1 parts');
  readRun(rest);
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

  const runs: { before: Results[]; now: Results[] } = { before: [], now: [] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    console.error(`\nRound ${round} of ${ROUNDS}: ${stdout.trim()}`);
    runs.before.push(await measure(before, rest));
    console.error(`\nRound ${round} of ${ROUNDS}: this`);
    // A comparison is no result of this machine to keep.
    runs.now.push(await measure(PROJECT, [...rest, '--into', join(before, 'now')]));
  }
  const name = stdout.trim();
  console.log(`\n${figuresTable(runs.before, runs.now, name)}\n`);
  if (runs.now.some(({ starts }) => starts.length > 0))
    console.log(`${startsTable(runs.before, runs.now, name)}\n`);
}

/** The same packages where the lock file is the same, else its own. */
async function bringPackages(before: string): Promise<void> {
  const locks = await Promise.all(
    [PROJECT, before].map((folder) => readFile(join(folder, 'package-lock.json'), 'utf8')),
  );
  if (locks[0] === locks[1]) await symlink(join(PROJECT, 'node_modules'), join(before, 'node_modules'));
  else await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: before });
}

/** One run of a checkout's own bench, and what it kept. */
async function measure(folder: string, args: readonly string[]): Promise<Results> {
  const child = spawn(process.execPath, ['bench/run.ts', ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  endWithBench(child);
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said += piece;
    process.stderr.write(piece);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const kept = /kept in (\S+\.json)/.exec(said)?.[1];
  if (code !== 0 || kept === undefined) throw new Error(`The bench in ${folder} ended with ${code}`);
  return Results.parse(JSON.parse(await readFile(resolve(folder, kept), 'utf8')));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Before, now, and by how much that is more. */
function change(before: number, now: number, digits: number): string[] {
  return [before.toFixed(digits), now.toFixed(digits), `${((now / before - 1) * 100).toFixed(0)} %`];
}

function figuresTable(before: readonly Results[], now: readonly Results[], revision: string): string {
  const keyOf = ({ name, connections }: Figure) => `${name}, ${connections}`;
  const grouped = (runs: readonly Results[]) =>
    Map.groupBy(
      runs.flatMap(({ figures }) => figures),
      keyOf,
    );
  const earlier = grouped(before);
  const rows = [...grouped(now)].map(([key, after]) => {
    const old = earlier.get(key);
    if (old === undefined) return [key, 'not measured'];
    const both = (of: (ours: Figure['ours']) => number, digits: number) => {
      const [one, other] = [old, after].map((figures) => mean(figures.map(({ ours }) => of(ours))));
      return change(one ?? 0, other ?? 0, digits);
    };
    const share = (figures: readonly Figure[]) =>
      mean(figures.map(({ ours, limit }) => ours.requestsPerSecond / limit.requestsPerSecond));
    return [
      key,
      ...both(({ requestsPerSecond }) => requestsPerSecond, 0),
      `${share(old).toFixed(2)} → ${share(after).toFixed(2)}`,
      ...both(({ cpuMsPerRequest }) => cpuMsPerRequest, 3),
      ...both(({ p99Ms }) => p99Ms, 2),
      ...both(({ peakMemoryMb }) => peakMemoryMb, 0),
    ];
  });
  const pair = (what: string) => [`${what}, ${revision}`, 'now', ''];
  const head = ['', ...pair('req/s'), 'of the limit', ...pair('CPU ms'), ...pair('p99 ms'), ...pair('MB')];
  return aligned([head, ...rows]);
}

function startsTable(before: readonly Results[], now: readonly Results[], revision: string): string {
  const grouped = (runs: readonly Results[]) =>
    Map.groupBy(
      runs.flatMap(({ starts }) => starts),
      ({ name }) => name,
    );
  const earlier = grouped(before);
  const rows = [...grouped(now)].map(([name, after]) => {
    const old = earlier.get(name);
    if (old === undefined) return [name, 'not measured'];
    const both = (of: (start: Results['starts'][number]) => readonly number[]) => {
      const [one, other] = [old, after].map((starts) => median(starts.flatMap(of)));
      return change(one ?? 0, other ?? 0, 0);
    };
    return [
      name,
      ...both(({ firstAnswerMs }) => firstAnswerMs),
      ...both(({ cpuMs }) => cpuMs),
      ...both(({ restedMb }) => restedMb),
    ];
  });
  const pair = (what: string) => [`${what}, ${revision}`, 'now', ''];
  return aligned([['start', ...pair('first answer ms'), ...pair('CPU ms'), ...pair('MB')], ...rows]);
}
