/** `npm run faults`: the long form. `--seed <text>` repeats a run, `--kills <number>` says how long it is. */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareDatabase } from '#main/prepare-database.ts';
import { startEmbedded } from '#server/adapters/database/embedded.ts';
import { openDatabases } from '#server/platform/db/database.ts';
import { openLog } from '#server/platform/log.ts';
import { fillDisk } from './full-disk.ts';
import { type Report, runScenario } from './scenario.ts';
import { openWorld } from './world.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: Math.random().toString(36).slice(2, 10) },
    kills: { type: 'string', default: '200' },
    apps: { type: 'string', default: '3' },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
say(`Seed ${values.seed}: npm run faults -- --seed ${values.seed} --kills ${values.kills}`);

const folder = await mkdtemp(join(tmpdir(), 'mainshaft-faults-'));
await chmod(folder, 0o755);
const log = openLog('silent');
const providerHome = join(folder, 'provider');
const shopHome = join(folder, 'shop');
for (const home of [providerHome, shopHome]) await makeFolder(home);
const providerDatabase = await startEmbedded({ dataDir: providerHome, log });
const provider = openDatabases({ url: providerDatabase.url, maxConnections: 10, onIdleError: () => {} });
let findings: readonly string[] = [];
let closeWorld = async () => {};
/** Leaves nothing running behind, however the suite ends. */
async function tidy(): Promise<void> {
  // What people were about to do fails from now on, and nobody waits for it any more.
  process.on('unhandledRejection', () => {});
  await closeWorld();
  await provider.close();
  await providerDatabase.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void tidy().finally(() => process.exit(130)));
try {
  await prepareDatabase(provider, log);
  const { writePool: providerPool } = provider;
  const world = await openWorld({
    folder: shopHome,
    kind: 'whole',
    apps: Number(values.apps),
    buyers: 8,
    parts: 12,
    providerPool,
    env: { ORDER_EXPIRY_MINUTES: '1' },
  });
  closeWorld = world.close;
  const report = await runScenario({
    world,
    seed: values.seed,
    kills: Number(values.kills),
    pauseMs: [200, 1_200],
    calmMs: 60_000,
    onFault: (fault, number) => number % 25 === 0 && say(`  ${number}. ${fault}`),
  });
  tell(report);
  findings = report.findings;
  await closeWorld();
  const full = await fillDisk(folder, providerPool, (close) => {
    closeWorld = close;
  });
  if ('skipped' in full) say(`The full disk was skipped: ${full.skipped}`);
  else {
    say(`The full disk: ${full.length === 0 ? 'nothing found' : `${full.length} findings`}`);
    findings = [...findings, ...full];
  }
} finally {
  await tidy();
}
for (const finding of findings) say(`FOUND: ${finding}`);
say(findings.length === 0 ? 'The books are right.' : `${findings.length} findings.`);
process.exit(findings.length === 0 ? 0 : 1);

async function makeFolder(path: string): Promise<void> {
  await mkdir(path);
  await chmod(path, 0o755);
}

function tell({ disturbed, facts, payments, notices }: Report): void {
  say(`${disturbed.kills} processes killed. What went wrong, and how often:`);
  for (const [fault, times] of [...disturbed.counts].sort(([, a], [, b]) => b - a))
    say(`  ${times} × ${fault}`);
  say(
    `Acknowledged: ${facts.placed.size} orders, ${facts.paid.size} payments, ${facts.cancelled.size} cancellings. ` +
      `Refused: ${facts.refusals}. Payments at the provider: ${payments}. ` +
      `Notices: ${notices.delivered} delivered, ${notices.forged} forged, ${notices.lost} lost at first.`,
  );
}
