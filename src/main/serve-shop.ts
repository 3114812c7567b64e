/** What comes of an open database: pages, schema, the demo's data, the shop itself, and its doors opened. */
import type { AnswerCache } from '#server/platform/cache/answer-cache.ts';
import type { Config } from '#server/platform/config.ts';
import type { Databases } from '#server/platform/db/database.ts';
import type { HeldPort } from '#server/platform/free-port.ts';
import { loadGauge, watchLoad } from '#server/platform/load.ts';
import type { Log } from '#server/platform/log.ts';
import { assembleShop } from './assemble.ts';
import { chooseTelemetry } from './choose-telemetry.ts';
import type { DemoPasswords } from './demo/passwords.ts';
import { seedCatalogue } from './demo/seed-catalogue.ts';
import { seedPeople } from './demo/seed-people.ts';
import type { Undo } from './end-in-order.ts';
import { openDoors } from './open-doors.ts';
import type { MakePages } from './pages.ts';
import { prepareDatabaseOnce } from './prepare-database.ts';
import type { Progress } from './progress.ts';
import type { Secrets } from './secrets.ts';
import { warmUpHome } from './warm-up.ts';

export type ShopPlace = {
  readonly config: Config;
  readonly databases: Databases;
  readonly dataDir: string;
  readonly secrets: Secrets;
  /** What it listens on. */
  readonly held: HeldPort;
  /** Where this process is reached. */
  readonly address: string;
  readonly log: Log;
  readonly progress: Progress;
  readonly makePages: MakePages;
};

/** Brings what is missing, then answers requests and works on jobs. */
export async function serveShop(place: ShopPlace, undo: Undo): Promise<void> {
  const { config, databases, dataDir, secrets, held, address, log, progress, makePages } = place;
  const now = () => new Date();
  // The pages are built while the database gets what it lacks: each has a core.
  const pagesMade = progress.step('Pages', async (tell) => {
    const made = await makePages();
    undo.push(() => made.close());
    tell(made.description);
    return made;
  });
  // Looked at below; until then a failure is nobody's unhandled one.
  pagesMade.catch(() => {});
  await progress.step('Schema and reference data', async (tell) => {
    const done = await prepareDatabaseOnce(databases, log);
    tell(done.length === 0 ? 'nothing to do' : done.join(', '));
  });
  if (config.isDemo) await seedCatalogue({ databases, config, dataDir, now, log }, progress);
  let answers: AnswerCache | undefined;
  // Before the shop, so that what it does while it stops is told, too.
  const telemetry = await chooseTelemetry(config, databases, () => answers?.figures());
  undo.push(() => telemetry.stop());
  const pages = await pagesMade;

  const origin = config.PUBLIC_URL?.replace(/\/+$/, '') ?? address;
  const shop = await assembleShop({ config, databases, dataDir, secrets, port: held.port, origin, log, now });
  undo.push(() => shop.stop());
  answers = shop.answers;
  const load = loadGauge({ maxInFlight: config.MAX_REQUESTS_IN_FLIGHT });
  const unwatch = watchLoad(load);
  undo.push(async () => unwatch());
  const server = await openDoors(shop, { config, pages, origin, at: held.socket, load });
  undo.push(() => server.stop());
  // A hosted provider's people are its own.
  const hasPeople = config.isDemo && shop.identity !== undefined;
  const people = hasPeople ? await seedPeople(shop, { config, dataDir }, progress) : undefined;
  await shop.work();
  const leaveHome = warmUpHome(address);
  undo.push(async () => leaveHome());
  greet({ config, address, origin, dataDir, people });
}

function greet(shop: {
  config: Config;
  address: string;
  origin: string;
  dataDir: string;
  people: { passwords: DemoPasswords; file: string } | undefined;
}): void {
  const lines = ['', `  ${shop.config.SHOP_NAME} is open: ${shop.address}`];
  if (shop.origin !== shop.address) lines.push(`  People reach it at ${shop.origin}`);
  if (shop.people !== undefined) {
    const { passwords, file } = shop.people;
    lines.push('', '  Sign in as');
    // A log that somebody keeps is no place for passwords; a terminal is the owner's own.
    if (process.stdout.isTTY) {
      lines.push(`    owner  admin@mainshaft.example  ${passwords.admin}`);
      lines.push(`    buyer  buyer@mainshaft.example  ${passwords.buyer}`);
    } else {
      lines.push(
        '    admin@mainshaft.example (owner) or buyer@mainshaft.example (buyer)',
        `    with the passwords in ${file}`,
      );
    }
  }
  if (shop.config.identity.provider === 'firebase') {
    lines.push(
      '',
      `  People sign in at the Firebase project ${shop.config.identity.projectId}.`,
      '  To make one of them an admin: npm run cli -- make-admin EMAIL',
    );
  }
  if (shop.config.stripe === undefined)
    lines.push('', '  Payments are a sandbox: no money moves. A card that works: 4242 4242 4242 4242');
  lines.push('', `  API: ${shop.address}/api/docs`, `  Data: ${shop.dataDir}`, '  Stop with Ctrl-C', '');
  process.stdout.write(`${lines.join('\n')}\n`);
}
