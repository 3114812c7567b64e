/** A disk that fills up while people order: the catalogue can be read, the shop says that it takes no orders, and all is well once there is room. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { randomFrom } from '#main/demo/random.ts';
import { checkBooks } from './books.ts';
import { openDoor } from './door.ts';
import { noFacts } from './people.ts';
import { openWorld, type World } from './world.ts';

const DISK = '320m';
const LEFT_BYTES = 512 * 1024;
const TRIES = 400;
const HEALED_WITHIN_MS = 60_000;

/**
 * The findings; or why it could not be tried.
 *
 * @param onOpen is given what puts everything away again, for whoever can't wait for the end
 */
export async function fillDisk(
  folder: string,
  providerPool: pg.Pool,
  onOpen: (close: () => Promise<void>) => void,
): Promise<readonly string[] | { readonly skipped: string }> {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0755`, 'mainshaft-faults', disk], {
      stdio: 'pipe',
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    return { skipped: `no disk of a limited size can be mounted here: ${reason}` };
  }
  let world: World | undefined;
  let closing: Promise<void> | undefined;
  const close = async () => {
    await world?.close();
    execFileSync('umount', [disk]);
  };
  const closeOnce = () => {
    closing ??= close();
    return closing;
  };
  onOpen(closeOnce);
  try {
    chmodSync(disk, 0o755);
    world = await openWorld({ folder: disk, kind: 'bare', apps: 2, buyers: 2, parts: 3, providerPool });
    return await orderUntilFull(world, disk);
  } finally {
    await closeOnce();
  }
}

async function orderUntilFull(world: World, disk: string): Promise<readonly string[]> {
  const findings: string[] = [];
  const onFinding = (finding: string) => void findings.push(finding);
  const facts = noFacts();
  const random = randomFrom('full disk');
  const door = openDoor({ apps: world.apps, tokens: world.tokens, onFinding, isOver: () => false });
  const [buyer] = world.buyers;
  const [owner] = world.owners;
  const [partId = ''] = world.parts.keys();
  if (buyer === undefined || owner === undefined) throw new Error('nobody is there');
  const order = async (): Promise<boolean> => {
    const lines = [{ partId, quantity: 1 }];
    const body = { lines, address: '1 Full Road', phone: '+880 1' };
    const outcome = await door.ask(buyer, { method: 'POST', path: '/order', body }, random);
    if (outcome === 'unknown') facts.unknownOrders += 1;
    else if (outcome.status === 201)
      facts.placed.set(String(outcome.body.insertedId), { lines, amount: Number(outcome.body.amount) });
    return outcome !== 'unknown';
  };
  const stock = {
    method: 'POST',
    path: `/parts/${partId}/stock`,
    body: { quantity: 1_000, reason: 'counted' },
  };
  await door.insist(owner, { ...stock, key: 'full-disk-stock' }, random);
  facts.adjusted.set(partId, 1_000);

  const ballast = join(disk, 'ballast');
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_BYTES)));
  let refused = 0;
  for (let tries = 0; tries < TRIES && refused < 5; tries += 1) if (!(await order())) refused += 1;
  if (refused === 0) onFinding('the disk was full and every order went through');
  else await expectReading(world, onFinding);

  rmSync(ballast);
  // Nobody pays here; what the provider knows is of another shop.
  const deadline = performance.now() + HEALED_WITHIN_MS;
  while (!(await takesOrders(world)) || !(await order())) {
    if (performance.now() > deadline) return [...findings, 'no orders are taken though there is room again'];
    await wait(500);
  }
  return [...findings, ...(await checkBooks(world.databases, facts, [], world.parts))];
}

/** Of every process, or of none: each finds out for itself, within seconds. */
async function takesOrders({ apps }: World): Promise<boolean> {
  const answers = await Promise.all(
    apps.map(async ({ url }) => {
      const answer = await fetch(`${url}/api/shop`);
      return ((await answer.json()) as { takesOrders: boolean }).takesOrders;
    }),
  );
  return answers.every(Boolean);
}

async function expectReading(world: World, onFinding: (finding: string) => void): Promise<void> {
  for (const { url } of world.apps) {
    const answer = await fetch(`${url}/api/parts?limit=5`);
    // Where there is no room for the log of changes either, the server itself goes down; then 503 is the truth.
    if (answer.status !== 200 && answer.status !== 503)
      onFinding(`with a full disk the catalogue answers ${answer.status}`);
  }
  if (await takesOrders(world)) onFinding('with a full disk every process still says that it takes orders');
}
