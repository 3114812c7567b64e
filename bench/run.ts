/** `npm run bench`: measures the shop beside the limits of the machine. `bench/README.md` says how to read it. */
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { measureBeside } from './beside/measure-beside.ts';
import { measureBrowser } from './browser/measure-browser.ts';
import { type Child, startChild } from './child-process.ts';
import { compare } from './compare.ts';
import { endProcesses, isBenchStopped } from './end-with-bench.ts';
import { measureImport } from './import/measure-import.ts';
import type { LoadRequest } from './load/generator.ts';
import type { AskProvider } from './load/provider.ts';
import { PROVIDER_KEYS } from './load/provider-keys.ts';
import { describeMachine, shortName } from './machine.ts';
import { type Figure, measureWorkload } from './measure.ts';
import { openBench, type Undo } from './open-bench.ts';
import { GROUPS, type Group, type Run, readRun } from './options.ts';
import { formatProfile } from './profile.ts';
import { measureRelevance } from './relevance/measure-relevance.ts';
import { formatFigures, formatMachine, formatTargets } from './report.ts';
import { keepResults } from './results.ts';
import { measureSearch } from './search/measure-search.ts';
import { type Seeded, seed } from './seed.ts';
import { measureSeveral } from './several/measure-several.ts';
import { type OpenShop, startShop } from './shop.ts';
import type { Slice } from './slice.ts';
import { soak } from './soak.ts';
import { measureStart, startFigures } from './start/measure-start.ts';
import { runColdPages } from './workloads/cold-pages.ts';
import { runOrders } from './workloads/orders.ts';
import { runPages } from './workloads/pages.ts';
import { runParts } from './workloads/parts.ts';
import { runPayments } from './workloads/payments.ts';
import type { RunGroup } from './workloads/stage.ts';

const RUN_GROUP: Readonly<Record<Group, RunGroup>> = {
  parts: runParts,
  pages: runPages,
  cold: runColdPages,
  orders: runOrders,
  payments: runPayments,
};

/** So often the shop is started for the table of a whole run. */
const STARTS = 3;

/** Progress goes to standard error: standard output is the table. */
const say = (text: string) => console.error(text);

async function bench(options: Run, undo: Undo): Promise<void> {
  const startedAt = new Date();
  say('Database and catalogue …');
  const { folder, database, opening, loadBefore } = await openBench(undo);
  const seeded = await seed(opening);
  say(`${seeded.parts.length} parts imported with their fitments in ${seeded.catalogueSeconds.toFixed(1)} s`);

  const profileFolder = options.profile ? join(folder, 'profiles') : undefined;
  const figures: Figure[] = [];
  for (const group of options.groups) {
    const settings = { opening, database, seeded, seconds: options.seconds, profileFolder };
    figures.push(...(await benchGroup(group, settings, undo)));
    if (profileFolder !== undefined) console.log(await formatProfile(profileFolder));
  }

  const isWhole = options.groups.length === GROUPS.length && !options.profile;
  const starts = isWhole ? await startFigures(STARTS, undo) : [];

  const machine = describeMachine(database, folder, loadBefore);
  console.log(
    `\n${formatMachine(machine)}\n\n${formatFigures(figures)}\n\n${formatTargets(figures, starts)}\n`,
  );
  if (options.profile) return;
  const tookSeconds = (Date.now() - startedAt.getTime()) / 1000;
  // A run of a part has a name of its own, so it replaces no whole one.
  const part = isWhole ? [] : options.groups;
  const catalogue = { parts: seeded.parts.length, importSeconds: seeded.catalogueSeconds };
  const measured = { catalogue, figures, starts };
  const { into, ...asked } = options;
  const results = { machine, options: asked, startedAt: startedAt.toISOString(), tookSeconds, ...measured };
  await keepResults([shortName(machine), ...part].join('-'), results, into);
  say(`${tookSeconds.toFixed(0)} s in all`);
}

type GroupSettings = {
  readonly opening: OpenShop;
  readonly database: { readonly url: string; readonly pid: number | undefined };
  readonly seeded: Seeded;
  readonly seconds: number;
  readonly profileFolder: string | undefined;
};

/** Each group has a shop and a generator that have just started, so no figure carries another's memory. */
async function benchGroup(group: Group, settings: GroupSettings, undo: Undo): Promise<Figure[]> {
  const { opening, database, seeded, seconds, profileFolder } = settings;
  const figures: Figure[] = [];
  const depth = undo.length;
  say(`Starting the shop for ${group} …`);
  const provider = await startChild<AskProvider, { port: number }>(
    new URL('./load/provider.ts', import.meta.url),
  );
  undo.push(() => provider.stop());
  const shop = await startShop(
    group === 'payments' ? await paidAt(provider, seeded, opening) : opening,
    profileFolder,
  );
  undo.push(() => shop.stop());
  const generator = await startChild<LoadRequest, Slice>(new URL('./load/generator.ts', import.meta.url));
  undo.push(() => generator.stop());
  const { url: databaseUrl, pid: databasePid } = database;
  const stage = { shop, generator, provider, databaseUrl, databasePid, seeded };
  await RUN_GROUP[group](stage, (workload) =>
    measureWorkload(workload, seconds, (figure) => {
      figures.push(figure);
      const rate = Math.round(figure.ours.requestsPerSecond);
      say(`  ${figure.name}, connections: ${figure.connections}, requests/s: ${rate}`);
    }),
  );
  await undoAll(undo.splice(depth));
  return figures;
}

/** A shop whose payments are made at the bench's provider. */
async function paidAt(
  provider: Child<AskProvider, { port: number }>,
  { payment }: Seeded,
  { environment, dataDir }: OpenShop,
): Promise<OpenShop> {
  const { port } = await provider.ask({ recorded: payment });
  const keys = { ...PROVIDER_KEYS, STRIPE_API_URL: `http://127.0.0.1:${port}` };
  return { environment: { ...environment, ...keys }, dataDir };
}

async function undoAll(steps: Undo): Promise<void> {
  for (const step of steps.reverse()) {
    await step().catch((error: unknown) => {
      say(String(error));
    });
  }
}

async function measure(args: readonly string[], undo: Undo): Promise<void> {
  const [first, ...rest] = args;
  if (first === 'compare') await compare(rest, undo);
  else if (first === 'soak') await soak(rest, undo);
  else if (first === 'start') await measureStart(rest, undo);
  else if (first === 'processes') await measureSeveral(rest, undo);
  else if (first === 'search') await measureSearch(rest, undo);
  else if (first === 'import') await measureImport(rest, undo);
  else if (first === 'browser') await measureBrowser(rest, undo);
  else if (first === 'beside') await measureBeside(rest, undo);
  else if (first === 'relevance') await measureRelevance(rest, undo);
  else await bench(readRun(args), undo);
}

/** So long a run that has lost its processes may take to close what it has open; what goes on without them is not waited for. */
const CLOSED_WITHIN_MS = 2_000;

const undo: Undo = [];
const ended = measure(process.argv.slice(2), undo).then(
  () => 0,
  (error: unknown) => {
    // What a signal interrupts fails, too.
    if (!isBenchStopped()) console.error(error instanceof Error ? `\n${error.message}\n` : error);
    return 1;
  },
);
const stopped = new Promise<NodeJS.Signals>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
});
let outcome: number | NodeJS.Signals = await Promise.race([ended, stopped]);
if (typeof outcome === 'string') {
  say(`\nStopped by ${outcome}`);
  // What nobody waits for fails, too: a connection that loses its database.
  process.on('uncaughtException', () => {});
  await endProcesses();
  await Promise.race([ended, wait(CLOSED_WITHIN_MS)]);
  outcome = 128 + constants.signals[outcome];
}
await undoAll(undo);
process.exit(outcome);
