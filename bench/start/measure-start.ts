/** `npm run bench -- start`: from the start of Node to the first answers of a shop with data, and the memory that it takes. */
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#server/adapters/database/embedded.ts';
import { Environment } from '#server/platform/config.ts';
import { nextFreePort } from '#server/platform/free-port.ts';
import { openLog } from '#server/platform/log.ts';
import { NODE_MEMORY, SYSTEM_MEMORY } from '../../scripts/memory.mjs';
import { describeDatabase } from '../bench-database.ts';
import { describeMachine, loadOfLastMinute, shortName } from '../machine.ts';
import type { Undo } from '../open-bench.ts';
import { FLAG, readOptions, wholeNumber } from '../options.ts';
import { formatProfile } from '../profile.ts';
import { formatMachine } from '../report.ts';
import { keepResults } from '../results.ts';
import { median } from '../statistics.ts';
import { aligned } from '../table.ts';
import { type Start, type Started, start } from './started.ts';

const PROJECT = join(import.meta.dirname, '../..');
const FIRST_PORT = 4_300;
/** Until what is made ready for later, such as signing in, has been. */
const REST_MS = 5_000;
const MB = 1_000_000;

export type StartFigure = {
  readonly name: string;
  readonly firstAnswerMs: readonly number[];
  /** Of home, asked for next. */
  readonly homeMs: readonly number[];
  /** Of the process alone, by the first answer. */
  readonly cpuMs: readonly number[];
  readonly startedMb: readonly number[];
  readonly afterHomeMb: readonly number[];
  readonly restedMb: readonly number[];
  readonly targetMs: number | undefined;
};

/** @param undo gets what is to be undone at the end, the last one first */
export async function measureStart(args: readonly string[], undo: Undo): Promise<void> {
  const { rounds, profile } = readOptions(args, {
    rounds: wholeNumber({ from: 1, to: 100, unlessTold: 5 }),
    profile: FLAG,
  });
  const place = await shopToStart(undo);
  if (profile) {
    const profileFolder = join(place.folder, 'profile');
    await mkdir(profileFolder);
    const profiling = ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`, '--cpu-prof-interval=200'];
    await start({ ...place.shop, args: [...profiling, ...place.shop.args], restMs: 0 });
    console.log(await formatProfile(profileFolder));
    return;
  }
  const { machine, postgresMs, figures } = await startByTurns(place, rounds);
  console.log(`\n${formatMachine(machine)}\n\n${formatStarts(figures, postgresMs)}\n`);
  await keepResults(`${shortName(machine)}-start`, { machine, rounds, postgresMs, figures });
}

/** The figures alone, for a table of others. */
export async function startFigures(rounds: number, undo: Undo): Promise<readonly StartFigure[]> {
  return (await startByTurns(await shopToStart(undo), rounds)).figures;
}

type Place = {
  readonly folder: string;
  readonly dataDir: string;
  readonly port: number;
  readonly shop: Start;
  readonly loadBefore: number;
};

/** A shop that was started once, and has its data. */
async function shopToStart(undo: Undo): Promise<Place> {
  const loadBefore = loadOfLastMinute();
  const folder = join(tmpdir(), `mainshaft-bench-start-${process.pid}`);
  const dataDir = join(folder, 'shop');
  await mkdir(dataDir, { recursive: true });
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const port = await nextFreePort(FIRST_PORT, '127.0.0.1');
  const shop: Start = {
    args: [...NODE_MEMORY, join(PROJECT, 'src/main/start.ts')],
    env: shopEnvironmentOf({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' }, folder),
    port,
    questions: [{ path: '/readyz' }, { path: '/' }],
    restMs: REST_MS,
  };
  console.error('The first start, which makes the sample …');
  await start({ ...shop, restMs: 0 });
  return { folder, dataDir, port, shop, loadBefore };
}

/** A bare server, the shop with its embedded database, PostgreSQL alone, and the shop on it, one after the other in each round. */
async function startByTurns({ folder, dataDir, port, shop, loadBefore }: Place, rounds: number) {
  const bare: Start = {
    args: [
      '-e',
      `require('node:http').createServer((_, answer) => answer.end()).listen(${port}, '127.0.0.1')`,
    ],
    env: process.env,
    port,
    questions: [{ path: '/' }, { path: '/' }],
    restMs: 0,
  };

  const starts = { bare: [] as Started[], embedded: [] as Started[], server: [] as Started[] };
  const postgresMs: number[] = [];
  const log = openLog('warn');
  let machine: ReturnType<typeof describeMachine> | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    starts.bare.push(await start(bare));
    starts.embedded.push(await start(shop));
    const beganAt = performance.now();
    const database = await startEmbedded({ dataDir, log });
    postgresMs.push(performance.now() - beganAt);
    try {
      // No demo on a server: the sandbox has to be asked for.
      const env = { ...shop.env, DATABASE_URL: database.url, SANDBOX_PAYMENTS: 'true' };
      starts.server.push(await start({ ...shop, env }));
      const { url } = database;
      machine ??= describeMachine({ url, ...(await describeDatabase(url)) }, folder, loadBefore);
    } finally {
      await database.stop();
    }
    console.error(`  round ${round} of ${rounds}`);
  }
  if (machine === undefined) throw new Error('Starts are measured in one round at least');
  const figures = [
    figureOf('bare node:http', starts.bare, undefined),
    figureOf('shop, with the embedded database', starts.embedded, 1_500),
    figureOf('shop, the database runs', starts.server, 1_000),
  ];
  return { machine, postgresMs, figures };
}

/** As `npm start` starts it: nothing of the caller's own settings, and what Node compiled is kept. */
function shopEnvironmentOf(told: Readonly<Record<string, string>>, folder: string): NodeJS.ProcessEnv {
  const unset = Object.fromEntries(Object.keys(Environment.shape).map((name) => [name, '']));
  const cache = { NODE_ENV: 'production', NODE_COMPILE_CACHE: join(folder, 'compiled') };
  return { ...process.env, ...unset, ...SYSTEM_MEMORY, ...cache, ...told };
}

function figureOf(name: string, starts: readonly Started[], targetMs: number | undefined): StartFigure {
  const of = (at: number, what: 'ms' | 'cpuMs' | 'residentBytes') =>
    starts.map(({ answers }) => answers[at]?.[what] ?? Number.NaN);
  return {
    name,
    firstAnswerMs: of(0, 'ms'),
    homeMs: of(1, 'ms'),
    cpuMs: of(0, 'cpuMs'),
    startedMb: of(0, 'residentBytes').map((bytes) => bytes / MB),
    afterHomeMb: of(1, 'residentBytes').map((bytes) => bytes / MB),
    restedMb: starts.map(({ residentBytes }) => residentBytes / MB),
    targetMs,
  };
}

const middleAndWorst = (values: readonly number[]) =>
  `${median(values).toFixed(0)} / ${Math.max(...values).toFixed(0)}`;

function formatStarts(figures: readonly StartFigure[], postgresMs: readonly number[]): string {
  const head = [
    'middle / worst',
    'first answer ms',
    'target',
    'home ms',
    'CPU ms',
    'MB',
    'after home',
    'after 5 s',
  ];
  const rows = figures.map((figure) => [
    figure.name,
    middleAndWorst(figure.firstAnswerMs),
    figure.targetMs === undefined ? '–' : String(figure.targetMs),
    middleAndWorst(figure.homeMs),
    middleAndWorst(figure.cpuMs),
    middleAndWorst(figure.startedMb),
    middleAndWorst(figure.afterHomeMb),
    middleAndWorst(figure.restedMb),
  ]);
  const postgres = ['PostgreSQL alone', middleAndWorst(postgresMs), '–', '', '', '', '', ''];
  return aligned([head, ...rows, postgres]);
}
