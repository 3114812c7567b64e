/**
 * `npm run bench -- soak`: whether the shop's process grows. Readers ask for as much as it gives, all over the catalogue,
 * while buyers order; memory is looked at after each slice, and what counts is the slope of the second half.
 */
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { startChild } from './child-process.ts';
import type { AskBuyers, Waited } from './import/buyers.ts';
import { describeMachine } from './machine.ts';
import { openBench, type Undo } from './open-bench.ts';
import type { OrderablePart } from './order-mix.ts';
import { peakMemoryBytes, residentMemoryBytes } from './processes.ts';
import { formatMachine } from './report.ts';
import { httpRound } from './search/rounds.ts';
import { seed } from './seed.ts';
import { startShop } from './shop.ts';

const READERS = 16;
const SLICE_MS = 10_000;
const MB = 1_000_000;

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
  const shop = await startShop(opening);
  undo.push(() => shop.stop());
  await fetch(`${shop.url}/`).then((home) => home.text());
  const afterStartBytes = residentMemoryBytes(shop.pid);
  const buyers = await startChild<AskBuyers, Waited>(new URL('./import/buyers.ts', import.meta.url));
  undo.push(() => buyers.stop());
  await buyers.ask({ url: shop.url, parts, buyerIds, tokenSecret: secrets.accessToken });

  const samples: { minute: number; megabytes: number }[] = [];
  const slices = Math.ceil((minutes * 60_000) / SLICE_MS);
  let answers = 0;
  for (let slice = 1; slice <= slices; slice += 1) {
    const { latenciesMs } = await httpRound(shop.url, addresses(parts, slice), READERS, SLICE_MS);
    answers += latenciesMs.length;
    const { failed } = await buyers.ask({ waited: true });
    if (failed.length > 0) throw new Error(`Buyers were not served: ${failed.slice(0, 5).join('; ')}`);
    const sample = {
      minute: (slice * SLICE_MS) / 60_000,
      megabytes: residentMemoryBytes(shop.pid) / MB,
    };
    samples.push(sample);
    if (slice % 6 === 0) console.error(`  ${sample.minute} min: ${sample.megabytes.toFixed(0)} MB`);
  }
  const settled = samples.slice(Math.floor(samples.length / 2));
  console.log(`
${formatMachine(describeMachine(database, folder, loadBefore))}

${minutes} minutes, ${answers} answers read, an order a second
after the start  ${(afterStartBytes / MB).toFixed(0)} MB (200 at most)
at most          ${(peakMemoryBytes(shop.pid) / MB).toFixed(0)} MB (300 at most)
slope            ${slope(settled).toFixed(2)} MB a minute in the second half
`);
}

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

/** Least squares, in MB a minute. */
function slope(samples: readonly { readonly minute: number; readonly megabytes: number }[]): number {
  const mean = (of: (sample: (typeof samples)[number]) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [minute, megabytes] = [mean((sample) => sample.minute), mean((sample) => sample.megabytes)];
  const along = samples.reduce((sum, sample) => sum + (sample.minute - minute) ** 2, 0);
  const beside = samples.reduce(
    (sum, sample) => sum + (sample.minute - minute) * (sample.megabytes - megabytes),
    0,
  );
  return along === 0 ? 0 : beside / along;
}
