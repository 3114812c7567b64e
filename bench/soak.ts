/**
 * `npm run bench -- soak`: whether the shop's process grows. Readers ask for as much as it gives, all over the catalogue, half of them
 * for answers that are compressed, while buyers order and the shop works on what orders leave; memory is looked at after each slice,
 * and what counts is the slope of the second half: of what the system gave the process, and of what a collection could not free.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { pathsOfParts } from './a-part.ts';
import { AS_BROWSERS_ASK } from './as-browsers-ask.ts';
import { startChild } from './child-process.ts';
import type { AskBuyers, Waited } from './import/buyers.ts';
import { describeMachine, shortName } from './machine.ts';
import { openBench, type Undo } from './open-bench.ts';
import { number, readOptions } from './options.ts';
import type { OrderablePart } from './order-mix.ts';
import { peakMemoryBytes, residentMemoryBytes } from './processes.ts';
import { formatMachine } from './report.ts';
import { keepResults } from './results.ts';
import { httpRound } from './search/rounds.ts';
import { seed } from './seed.ts';
import { startShop } from './shop.ts';
import { median } from './statistics.ts';
import { aligned } from './table.ts';

/** Of each kind. */
const READERS = 8;
const SLICE_MS = 10_000;
const SLICES_A_MINUTE = 60_000 / SLICE_MS;
const MB = 1_000_000;
/** By then signing in has been made ready, too. */
const RESTED_MS = 5_000;
/** So many parts have their pages asked for. */
const PART_PAGES = 1_000;
const MOST = { afterStartMb: 200, peakMb: 300, slopeMbPerMinute: 0.1 } as const;

/** After a slice. What was in use is unknown where nothing was collected in that slice. */
type Sample = {
  readonly minute: number;
  readonly residentMb: number;
  readonly heapMb: number | undefined;
  readonly externalMb: number | undefined;
};

/** @param undo gets what is to be undone at the end, the last one first */
export async function soak(args: readonly string[], undo: Undo): Promise<void> {
  const { minutes } = readOptions(args, { minutes: number({ from: 1, to: 10_000, unlessTold: 20 }) });
  console.error('Database and catalogue …');
  const { folder, database, opening, loadBefore } = await openBench(undo);
  const { parts, buyerIds, secrets } = await seed(opening);
  const shop = await startShop({ ...opening, works: true });
  undo.push(() => shop.stop());
  await fetch(`${shop.url}/`).then((home) => home.text());
  await wait(RESTED_MS);
  const afterStartBytes = residentMemoryBytes(shop.pid);
  const pages = await pathsOfParts(shop.url, PART_PAGES);
  const buyers = await startChild<AskBuyers, Waited>(new URL('./import/buyers.ts', import.meta.url));
  undo.push(() => buyers.stop());
  await buyers.ask({ url: shop.url, parts, buyerIds, tokenSecret: secrets.accessToken });

  await shop.inUse();
  const samples: Sample[] = [];
  const slices = Math.ceil((minutes * 60_000) / SLICE_MS);
  let answers = 0;
  for (let slice = 1; slice <= slices; slice += 1) {
    const asked = addresses(parts, pages, slice);
    const rounds = await Promise.all(
      [{}, AS_BROWSERS_ASK].map((headers) => httpRound(shop.url, asked, READERS, SLICE_MS, headers)),
    );
    answers += rounds.reduce((sum, { latenciesMs }) => sum + latenciesMs.length, 0);
    const { failed } = await buyers.ask({ waited: true });
    if (failed.length > 0) throw new Error(`Buyers were not served: ${failed.slice(0, 5).join('; ')}`);
    const inUse = await shop.inUse();
    const minute = (slice * SLICE_MS) / 60_000;
    const residentMb = residentMemoryBytes(shop.pid) / MB;
    samples.push({ minute, residentMb, heapMb: inUse?.heapMb, externalMb: inUse?.externalMb });
    if (slice % SLICES_A_MINUTE === 0) console.error(formatProgress(samples));
  }

  const machine = describeMachine(database, folder, loadBefore);
  const afterStartMb = afterStartBytes / MB;
  const peakMb = peakMemoryBytes(shop.pid) / MB;
  console.log(`
${formatMachine(machine)}

${minutes} minutes, ${answers} answers read, an order a second
after the start  ${afterStartMb.toFixed(0)} MB, ${MOST.afterStartMb} at most${mark(afterStartMb > MOST.afterStartMb)}
at most          ${peakMb.toFixed(0)} MB, ${MOST.peakMb} at most${mark(peakMb > MOST.peakMb)}

${formatGrowth(samples)}
`);
  const byMinute = samples.filter((_, at) => (at + 1) % SLICES_A_MINUTE === 0);
  await keepResults(`${shortName(machine)}-soak`, {
    machine,
    minutes,
    answers,
    afterStartMb,
    peakMb,
    slopesMbPerMinute: slopes(secondHalf(samples)),
    byMinute,
  });
}

const secondHalf = (samples: readonly Sample[]) => samples.slice(Math.floor(samples.length / 2));

const WHAT_GROWS = {
  residentMb: 'the process, as the system sees it',
  heapMb: 'objects in use',
  externalMb: 'bytes in use beside them',
} as const satisfies Partial<Record<keyof Sample, string>>;
type Grows = keyof typeof WHAT_GROWS;
const GROWS = Object.keys(WHAT_GROWS) as Grows[];

/** Of the last minute: how much the process had, and how much of it was in use. */
function formatProgress(samples: readonly Sample[]): string {
  const last = samples.slice(-SLICES_A_MINUTE);
  const shown = (what: Grows) => median(known(last, what).map(({ megabytes }) => megabytes)).toFixed(1);
  return `  ${last.at(-1)?.minute} min: ${shown('residentMb')} MB, in use ${shown('heapMb')} + ${shown('externalMb')}`;
}

const mark = (isTooMuch: boolean) => (isTooMuch ? ' !' : '');

/** How much each had in the middle of each quarter, and its slope in the second half, with a mark where it grew. */
function formatGrowth(samples: readonly Sample[]): string {
  const beginsAt = (quarter: number) => Math.floor((quarter * samples.length) / 4);
  const grew = slopes(secondHalf(samples));
  const rows = GROWS.map((what) => {
    const middles = [0, 1, 2, 3].map((at) =>
      median(known(samples.slice(beginsAt(at), beginsAt(at + 1)), what).map(({ megabytes }) => megabytes)),
    );
    const slope = grew[what].toFixed(3) + mark(grew[what] > MOST.slopeMbPerMinute);
    return [WHAT_GROWS[what], ...middles.map((megabytes) => megabytes.toFixed(1)), slope];
  });
  return aligned([['MB', '1st quarter', '2nd', '3rd', '4th', 'slope a minute'], ...rows]);
}

/** In MB a minute. */
const slopes = (samples: readonly Sample[]): Record<Grows, number> => ({
  residentMb: slope(known(samples, 'residentMb')),
  heapMb: slope(known(samples, 'heapMb')),
  externalMb: slope(known(samples, 'externalMb')),
});

type Known = { readonly minute: number; readonly megabytes: number };

const known = (samples: readonly Sample[], what: Grows): Known[] =>
  samples.flatMap(({ minute, [what]: megabytes }) =>
    megabytes === undefined ? [] : [{ minute, megabytes }],
  );

/** Other addresses in each slice: pages, parts, lists, words, numbers, beginnings of words. */
function addresses(parts: readonly OrderablePart[], pages: readonly string[], slice: number): string[] {
  const words = ['brake disc', 'oil filter', 'brkae pad', 'shock absorber', 'wiper', 'battery', 'chain kit'];
  return Array.from({ length: 500 }, (_, at) => {
    const turn = slice * 500 + at;
    const id = parts[(turn * 7) % parts.length]?.id;
    const word = words[turn % words.length] ?? '';
    const ways = [
      `/parts/${id}`,
      `/parts?limit=${1 + (turn % 60)}`,
      `/search?q=${encodeURIComponent(`${word} ${turn % 500}`)}`,
      `/search?q=BENCH-${String(turn % 12_000).padStart(5, '0')}`,
      `/search/suggest?q=${encodeURIComponent(word.slice(0, 2 + (turn % 5)))}`,
      `/parts/${id}/related`,
      `/parts/${id}/fitments`,
      `/..${pages[turn % pages.length]}`,
      `/../catalogue?q=${encodeURIComponent(word)}&engine=${turn}`,
      `/../?engine=${turn}`,
    ];
    return ways[turn % ways.length] ?? '';
  });
}

/** Least squares. */
function slope(samples: readonly Known[]): number {
  const mean = (of: (sample: Known) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [minute, megabytes] = [mean((sample) => sample.minute), mean((sample) => sample.megabytes)];
  const along = samples.reduce((sum, sample) => sum + (sample.minute - minute) ** 2, 0);
  const beside = samples.reduce(
    (sum, sample) => sum + (sample.minute - minute) * (sample.megabytes - megabytes),
    0,
  );
  return along === 0 ? 0 : beside / along;
}
