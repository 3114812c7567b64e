/**
 * `npm run bench -- beside`: Mainshaft, Medusa and Vendure with the same parts on the same PostgreSQL, one after the other,
 * each on an empty database of its own, asked what a shop front asks.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { nextFreePort } from '#server/platform/free-port.ts';
import { createDatabase } from '../bench-database.ts';
import { PART_COUNT } from '../catalogue.ts';
import { startChild } from '../child-process.ts';
import type { LoadRequest } from '../load/generator.ts';
import { describeMachine, shortName } from '../machine.ts';
import { type Measured, summarise } from '../measure.ts';
import { type OpenBench, openBench, type Undo } from '../open-bench.ts';
import { readOptions, SECONDS, TEXT } from '../options.ts';
import { residentMemoryBytes } from '../processes.ts';
import { formatMachine } from '../report.ts';
import { keepResults } from '../results.ts';
import type { Slice, Watched } from '../slice.ts';
import { keepRunning, type Started, start } from '../start/started.ts';
import { settle } from './database.ts';
import { untilIdle } from './idle.ts';
import { installedBytes } from './installed.ts';
import { mainshaft } from './mainshaft.ts';
import { medusa } from './medusa.ts';
import type { AskOrders, Ordered } from './orders/place-orders.ts';
import { plainParts } from './parts.ts';
import { loadRead, lookAtAnswers, readsOf } from './reads.ts';
import { formatBeside } from './report-beside.ts';
import type { Books, Place, ShopBeside, ShopFront } from './shop-beside.ts';
import { vendure } from './vendure.ts';

const SHOPS: readonly ShopBeside[] = [mainshaft, medusa, vendure];
const READ_CONNECTIONS = [1, 16] as const;
const ORDER_CONNECTIONS = [1, 4] as const;
const FIRST_WARM_UP_MS = 1_500;
const WARM_UP_MS = 500;
/** What answers less often within its time is given more of it, as orders are from the start: they can take seconds. */
const FEW = 20;
const SLOW_TIMES = 5;
const STARTS = 3;
/** Until what is made ready after the first answer has been. */
const REST_MS = 5_000;
const FIRST_PORT = 4_500;
const MB = 1_000_000;

export type BesideFigure = {
  readonly shop: string;
  readonly name: string;
  readonly connections: number;
  readonly measured: Measured;
  /** How many requests one of what is counted takes. */
  readonly requestsEach: number;
};
/** Of a shop as a whole. */
export type BesideShopFigure = {
  readonly shop: string;
  readonly fillSeconds: number;
  /** From the start of Node to the first list that is answered, and the CPU time of the process until then. */
  readonly starts: readonly Started[];
  readonly afterLoadMb: number;
  readonly installedMb: number;
  readonly databaseMb: number;
};

type Stage = {
  readonly shop: ShopBeside;
  readonly front: ShopFront;
  readonly place: Place;
  readonly url: string;
  readonly watched: Watched;
  readonly windowMs: number;
  onFigure(figure: BesideFigure): void;
};

/** @param undo gets what is to be undone at the end, the last one first */
export async function measureBeside(args: readonly string[], undo: Undo): Promise<void> {
  const { seconds, only = '' } = readOptions(args, { seconds: SECONDS, only: TEXT });
  const chosen = SHOPS.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()));
  const bench = await openBench(undo);
  const figures: BesideFigure[] = [];
  const shops: BesideShopFigure[] = [];
  for (const shop of chosen) {
    const ofShop = await measureShop(shop, bench, seconds, undo, (figure) => {
      figures.push(figure);
      const rate = figure.measured.requestsPerSecond.toFixed(1);
      console.error(`  ${figure.name}, connections: ${figure.connections}, per second: ${rate}`);
    });
    shops.push(ofShop);
  }

  const machine = describeMachine(bench.database, bench.folder, bench.loadBefore);
  console.log(`\n${formatMachine(machine)}, ${PART_COUNT} parts\n\n${formatBeside(figures, shops)}\n`);
  if (chosen.length < SHOPS.length) return;
  await keepResults(`${shortName(machine)}-beside`, { machine, seconds, parts: PART_COUNT, shops, figures });
}

async function measureShop(
  shop: ShopBeside,
  { folder, database }: OpenBench,
  seconds: number,
  undo: Undo,
  onFigure: Stage['onFigure'],
): Promise<BesideShopFigure> {
  const depth = undo.length;
  const name = shop.name.toLowerCase().replaceAll(/[^a-z]/g, '');
  const ownFolder = join(folder, name);
  await mkdir(ownFolder);
  const empty = await createDatabase(database.url, `beside_${name}_${process.pid}`);
  undo.push(() => empty.close());
  const port = await nextFreePort(FIRST_PORT, '127.0.0.1');
  const place = { databaseUrl: empty.url, folder: ownFolder, port, parts: plainParts() };
  console.error(`${shop.name}: ${PART_COUNT} parts …`);
  const { seconds: fillSeconds, front } = await shop.fill(place);
  console.error(`  in ${fillSeconds.toFixed(0)} s`);
  const databaseMb = (await settle(empty.url)) / MB;

  const program = { ...shop.program(place), questions: [front.list(0)], headers: front.headers };
  const starts: Started[] = [];
  for (let round = 0; round < STARTS; round += 1) starts.push(await start({ ...program, restMs: REST_MS }));
  const running = await keepRunning({ ...program, restMs: REST_MS });
  undo.push(() => running.stop());
  const url = `http://127.0.0.1:${port}`;
  const watched = { serverPid: running.pid, databasePid: database.pid };
  const stage = { shop, front, place, url, watched, windowMs: seconds * 1000, onFigure };
  await measureReads(stage);
  await measureOrders(stage);
  const figure = {
    ...{ shop: shop.name, fillSeconds, starts, databaseMb },
    afterLoadMb: residentMemoryBytes(running.pid) / MB,
    installedMb: installedBytes(shop.packages) / MB,
  };
  for (const step of undo.splice(depth).reverse()) await step();
  return figure;
}

async function measureReads({ shop, front, place, url, watched, windowMs, onFigure }: Stage): Promise<void> {
  const generator = await startChild<LoadRequest, Slice>(new URL('../load/generator.ts', import.meta.url));
  try {
    for (const read of readsOf(front, place.parts)) {
      const shortest = await lookAtAnswers(url, front, read);
      const load = async (timing: LoadRequest['timing']) => {
        await untilIdle(watched);
        return loadRead(generator, { url, front, read, shortest }, timing, watched);
      };
      await load({ connections: 16, warmUpMs: FIRST_WARM_UP_MS, windowMs: 1 });
      for (const connections of READ_CONNECTIONS) {
        const slice = await load({ connections, warmUpMs: WARM_UP_MS, windowMs });
        const isFew = slice.latenciesMs.length < FEW;
        const longer = { connections, warmUpMs: WARM_UP_MS, windowMs: windowMs * SLOW_TIMES };
        const measured = summarise([isFew ? await load(longer) : slice]);
        onFigure({ shop: shop.name, name: read.name, connections, measured, requestsEach: 1 });
      }
    }
  } finally {
    await generator.stop();
  }
}

/** The shop's own tables must know of all that were acknowledged, and of no more. */
async function measureOrders({ shop, front, place, url, watched, windowMs, onFigure }: Stage): Promise<void> {
  const buyers = await startChild<AskOrders, Ordered>(new URL('./orders/place-orders.ts', import.meta.url));
  const pool = new pg.Pool({ connectionString: place.databaseUrl, max: 1 });
  try {
    let expected = await shop.books(pool);
    const order = async (timing: LoadRequest['timing']) => {
      await untilIdle(watched);
      const done = await buyers.ask({ url, facts: front.orders, timing, watched });
      expected = { orders: expected.orders + done.placed, heldUnits: expected.heldUnits + done.units };
      return done;
    };
    await order({ connections: 4, warmUpMs: FIRST_WARM_UP_MS * SLOW_TIMES, windowMs: 1 });
    for (const connections of ORDER_CONNECTIONS) {
      const timing = { connections, warmUpMs: WARM_UP_MS, windowMs: windowMs * SLOW_TIMES };
      const { slice, requests, placed } = await order(timing);
      const requestsEach = requests / placed;
      onFigure({
        ...{ shop: shop.name, name: 'order of three lines', connections },
        ...{ measured: summarise([slice]), requestsEach },
      });
    }
    requireBooks(shop.name, await shop.books(pool), expected);
  } finally {
    await pool.end();
    await buyers.stop();
  }
}

function requireBooks(shop: string, found: Books, expected: Books): void {
  if (found.orders === expected.orders && found.heldUnits === expected.heldUnits) return;
  throw new Error(
    `${shop} acknowledged ${expected.orders} orders of ${expected.heldUnits} units, ` +
      `and has ${found.orders} that hold ${found.heldUnits}`,
  );
}
