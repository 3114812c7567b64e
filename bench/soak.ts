/**
 * `npm run bench -- soak`: whether the shop's process grows. Readers ask for as much as it gives, all over the catalogue,
 * while buyers order and the shop works on what orders leave; memory is looked at after each slice, and what counts is the
 * slope of the second half: of what the system gave the process, and of what a collection could not free.
 */
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { median } from './browser/figures.ts';
import { startChild } from './child-process.ts';
import type { AskBuyers, Waited } from './import/buyers.ts';
import { describeMachine, shortName } from './machine.ts';
import { openBench, type Undo } from './open-bench.ts';
import type { OrderablePart } from './order-mix.ts';
import { peakMemoryBytes, residentMemoryBytes } from './processes.ts';
import { formatMachine } from './report.ts';
import { keepResults } from './results.ts';
import { httpRound } from './search/rounds.ts';
import { seed } from './seed.ts';
import { startShop } from './shop.ts';
import { aligned } from './table.ts';

const READERS = 16;
const SLICE_MS = 10_000;
const SLICES_A_MINUTE = 60_000 / SLICE_MS;
const MB = 1_000_000;

/** After a slice. What was in use is unknown where nothing was collected in that slice. */
type Sample = {
  readonly minute: number;
  readonly residentMb: number;
  readonly heapMb: number | undefined;
  readonly externalMb: number | undefined;
};

/** @param undo gets what is to be undone at the end, the last one first */
export async function soak(args: readonly string[], undo: Undo): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { minutes: { type: 'string' } } });
  const minutes = z.coerce
    .number()
    .min(1)
    .max(10_000)
    .parse(values.minutes ?? '20');
  console.error('Database and catalogue …');
  const { folder, database, opening, loadBefore } = await openBench(undo);
  const { parts, buyerIds, secrets } = await seed(opening);
  const shop = await startShop({ ...opening, works: true });
  undo.push(() => shop.stop());
  await fetch(`${shop.url}/`).then((home) => home.text());
  const afterStartBytes = residentMemoryBytes(shop.pid);
  const buyers = await startChild<AskBuyers, Waited>(new URL('./import/buyers.ts', import.meta.url));
  undo.push(() => buyers.stop());
  await buyers.ask({ url: shop.url, parts, buyerIds, tokenSecret: secrets.accessToken });

  await shop.inUse();
  const samples: Sample[] = [];
  const slices = Math.ceil((minutes * 60_000) / SLICE_MS);
  let answers = 0;
  for (let slice = 1; slice <= slices; slice += 1) {
    const { latenciesMs } = await httpRound(shop.url, addresses(parts, slice), READERS, SLICE_MS);
    answers += latenciesMs.length;
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
after the start  ${afterStartMb.toFixed(0)} MB (200 at most)
at most          ${peakMb.toFixed(0)} MB (300 at most)

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

/** How much each had in the middle of each quarter, and its slope in the second half. */
function formatGrowth(samples: readonly Sample[]): string {
  const beginsAt = (quarter: number) => Math.floor((quarter * samples.length) / 4);
  const grew = slopes(secondHalf(samples));
  const rows = GROWS.map((what) => {
    const middles = [0, 1, 2, 3].map((at) =>
      median(known(samples.slice(beginsAt(at), beginsAt(at + 1)), what).map(({ megabytes }) => megabytes)),
    );
    return [WHAT_GROWS[what], ...middles.map((megabytes) => megabytes.toFixed(1)), grew[what].toFixed(3)];
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
function addresses(parts: readonly OrderablePart[], slice: number): string[] {
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
      `/../catalogue?q=${encodeURIComponent(word)}&v=${turn}`,
      `/../?v=${turn}`,
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
