/** The suite itself: people buy and sell while everything goes wrong; then the books are looked at. */
import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom } from '#main/demo/random.ts';
import { checkBooks } from './books.ts';
import { openCourier } from './courier.ts';
import { type Disturbed, disturb, type Fault } from './disturb.ts';
import { openDoor } from './door.ts';
import { type Acting, buy, type Facts, noFacts, own } from './people.ts';
import { reconcile } from './reconcile.ts';
import type { World } from './world.ts';

export type ScenarioOptions = {
  readonly world: World;
  readonly seed: string;
  readonly kills: number;
  readonly pauseMs: readonly [min: number, max: number];
  /** How long people are given to bring to its end what they have begun, once nothing goes wrong any more. */
  readonly calmMs: number;
  readonly onFault?: (fault: Fault, number: number) => void;
};

export type Report = {
  readonly disturbed: Disturbed;
  readonly facts: Facts;
  readonly payments: number;
  readonly notices: { readonly delivered: number; readonly forged: number; readonly lost: number };
  /** What is wrong, in words; empty where nothing is. */
  readonly findings: readonly string[];
};

/** Orders that people place before the first fault and after the last one. */
const DEEDS = 4;

/** For so long faults wait for a next order. */
const BREATHE_MS = 3_000;

async function until(isTrue: () => boolean, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!isTrue() && performance.now() < deadline) await wait(20);
}

async function countOrders({ databases }: World): Promise<number> {
  const { rows } = await databases.writePool.query<{ orders: number }>(
    'SELECT count(*)::int AS orders FROM shop_order',
  );
  return rows[0]?.orders ?? 0;
}

export async function runScenario(options: ScenarioOptions): Promise<Report> {
  const { world, seed, kills, pauseMs, calmMs, onFault = () => {} } = options;
  const findings = new Set<string>();
  const onFinding = (finding: string) => void findings.add(finding);
  let isClosing = false;
  let isOver = false;
  const facts = noFacts();
  // What is there already is not of this run.
  facts.unknownOrders = await countOrders(world);
  const door = openDoor({ apps: world.apps, tokens: world.tokens, onFinding, isOver: () => isOver });
  const acting: Acting = {
    door,
    provider: world.provider,
    facts,
    partIds: [...world.parts.keys()],
    isClosing: () => isClosing,
    onFinding,
  };
  const courier = openCourier({
    provider: world.provider,
    apps: world.apps,
    random: randomFrom(`${seed} courier`),
    onFinding,
  });
  const people = Promise.all([
    ...world.buyers.map((buyer, at) => buy(acting, buyer, randomFrom(`${seed} buyer ${at}`))),
    ...world.owners.map((owner, at) => own(acting, owner, randomFrom(`${seed} owner ${at}`))),
  ]);
  // Something must be there to be lost …
  await until(() => facts.placed.size >= DEEDS && facts.paid.size > 0, calmMs);
  const breathe = () => {
    const { size } = facts.placed;
    return until(() => facts.placed.size > size, BREATHE_MS);
  };
  const random = randomFrom(`${seed} faults`);
  const disturbed = await disturb({ world, random, kills, pauseMs, breathe, onFault });
  // … and life goes on afterwards.
  const before = facts.placed.size;
  await until(() => facts.placed.size >= before + DEEDS, calmMs);
  isClosing = true;
  await Promise.all(world.apps.map((app) => app.opened()));
  const giveUp = setTimeout(() => {
    isOver = true;
    for (const call of door.underWay()) onFinding(`begun, and not at its end in ${calmMs} ms: ${call}`);
  }, calmMs);
  await people;
  clearTimeout(giveUp);
  await courier.stop();
  const left = await reconcile(world);
  if (left !== undefined) onFinding(left);
  const payments = await world.provider.payments();
  if (facts.placed.size < before + DEEDS) onFinding('nobody could order any more once nothing went wrong');
  for (const finding of await checkBooks(world.databases, facts, payments, world.parts)) onFinding(finding);
  return {
    disturbed,
    facts,
    payments: payments.length,
    notices: { delivered: courier.delivered(), forged: courier.forged(), lost: courier.lost().length },
    findings: [...findings],
  };
}
