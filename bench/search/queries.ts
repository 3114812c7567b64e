/** What is asked of the search, made from a seed and the catalogue that was loaded. */
import type { PartType } from '#main/reference/part-types.ts';
import { chanceFrom, type VehicleRow } from './large-catalogue.ts';

export type SearchWorkload = {
  readonly name: string;
  /** Addresses under `/api`, asked one after the other, again and again. */
  readonly paths: readonly string[];
  /** Limits of p50 and p95 in ms on a million parts; undefined where none was set. */
  readonly p50Ms?: number;
  readonly p95Ms: number;
};

export type QuerySource = {
  readonly types: readonly PartType[];
  /** The vehicles of which half are the most popular ones. */
  readonly vehicles: readonly VehicleRow[];
  readonly numbers: readonly string[];
  readonly seed: number;
};

const PER_WORKLOAD = 200;

export function searchWorkloads({ types, vehicles, numbers, seed }: QuerySource): SearchWorkload[] {
  const next = chanceFrom(seed);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  };
  const each = (path: () => string) => Array.from({ length: PER_WORKLOAD }, path);
  const at = (path: string, query: Readonly<Record<string, string>>) =>
    `${path}?${new URLSearchParams(query)}`;
  const called = (kind?: string) => {
    const type = pick(types.filter(({ kinds }) => kind === undefined || kinds.some((one) => one === kind)));
    return pick([type.name, ...type.synonyms]);
  };
  const search = (query: Readonly<Record<string, string>>) => at('/search', query);
  const typed = (number: string) =>
    pick([number, number.toLowerCase(), number.replace(/[^A-Z0-9]/gi, ''), number.replace(' ', '-')]);
  return [
    {
      name: 'text + vehicle + facets',
      p50Ms: 8,
      p95Ms: 25,
      paths: each(() => {
        const { id, kind } = pick(vehicles);
        return search({ q: called(kind), vehicle: String(id) });
      }),
    },
    {
      name: 'part and vehicle in a phrase',
      p95Ms: 25,
      paths: each(() => {
        const { year, make, model, kind } = pick(vehicles);
        return search({ q: `${called(kind)} ${year} ${make} ${model}` });
      }),
    },
    { name: 'any number', p95Ms: 3, paths: each(() => at('/parts', { q: typed(pick(numbers)) })) },
    {
      name: 'as you type',
      p95Ms: 15,
      paths: each(() => {
        const text = next() < 0.3 ? pick(numbers) : called();
        return at('/search/suggest', {
          q: text.slice(0, 2 + Math.floor(next() * Math.max(1, text.length - 2))),
        });
      }),
    },
    { name: 'text + facets, no vehicle', p95Ms: 60, paths: each(() => search({ q: called() })) },
    {
      name: 'the most common words',
      p95Ms: 250,
      paths: ['workshop', 'brake', 'axle front', 'kit', 'filter', 'steel'].map((q) => search({ q })),
    },
    { name: 'typos', p95Ms: 60, paths: each(() => search({ q: mistyped(called(), next) })) },
    {
      name: 'keyset page at any depth',
      p95Ms: 4,
      paths: each(() =>
        at(
          '/parts',
          next() < 0.5
            ? { sort: 'price', cursor: `${Math.floor(next() * 60_000)}~2001~1` }
            : { cursor: `${Math.floor(next() * 1_000_000)}~10001~1` },
        ),
      ),
    },
    {
      name: 'one filter',
      // Set by what was measured, too: what most people press first.
      p95Ms: 250,
      paths: each(() =>
        search(
          pick<Record<string, string>>([
            { kind: pick(types).kinds[0] ?? 'car' },
            { type: pick(types).code },
            { grade: pick(['oe', 'aftermarket', 'genuine']) },
            { inStock: 'true' },
            { priceTo: String(20 + Math.floor(next() * 200)) },
          ]),
        ),
      ),
    },
    {
      name: 'attribute, grade, position facets',
      // Set by what was measured: two or three lists are counted, each without one of the choices.
      p95Ms: 400,
      paths: each(() => {
        const type = pick(types);
        const key = type.attributes.find((attribute) => attribute.type === 'number')?.key;
        const choices: Record<string, string>[] = [{ grade: 'oe' }];
        if (type.positions[0] !== undefined) choices.push({ position: pick(type.positions) });
        if (key !== undefined) choices.push({ attribute: `${key}=100..300` }, { attribute: `${key}=200` });
        return search({ type: type.code, ...pick(choices) });
      }),
    },
  ];
}

/** One slip in one of the longer words. */
function mistyped(text: string, next: () => number): string {
  const words = text.split(' ');
  const long = words.findIndex((word) => word.length >= 5);
  const word = words[long];
  if (word === undefined) return text;
  const at = 1 + Math.floor(next() * (word.length - 2));
  const slips = [
    word.slice(0, at) + word.slice(at + 1),
    `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at] ?? ''}${word.slice(at + 2)}`,
    `${word.slice(0, at)}${word[at]}${word.slice(at)}`,
  ];
  return words.with(long, slips[Math.floor(next() * slips.length)] ?? word).join(' ');
}
