/**
 * Kept answers of a shop in which everything changes all the time, in a time of their own: whatever comes before and after what,
 * nobody is told anything older than is promised.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnswerCache, answerCache } from '#server/platform/cache/answer-cache.ts';
import type { ForEverybody, Kept, Restocked } from '#server/platform/cache/made-answer.ts';
import {
  type Change,
  type Shown,
  STEADY,
  together,
  type UnitsForSale,
} from '#server/platform/cache/shown.ts';
import { trustedLooks } from '#server/platform/cache/trusted-looks.ts';
import { ask } from './cache-by-hand.ts';
import { type VirtualTime, virtualTime } from './virtual-time.ts';

/** Another process's change is seen by those who ask so much later. */
const SEEN_WITHIN_MS = 1_000;
/** And what no line tells, such as a count that is taken now and then: an answer's minute, and what it takes to make one. */
const COUNTED_WITHIN_MS = 61_500;
/** Who has slept for longer than that may have missed lines, which are kept for an hour. */
const FORGOTTEN_MS = 600_000;

type Field = 'name' | 'price' | 'units1' | 'units2' | 'counted' | 'unseen';
type Fields = Readonly<Record<Field, number>>;
type Facts = Partial<Fields>;

/** What has been true, and since when; and the lines that tell of it. */
function world(time: VirtualTime) {
  const history = Object.fromEntries(
    (['name', 'price', 'units1', 'units2', 'counted', 'unseen'] as const).map((field) => [
      field,
      [{ value: 0, sinceMs: 0 }],
    ]),
  ) as Record<Field, { value: number; sinceMs: number }[]>;
  const lines: ((units: UnitsForSale, fromMs: number) => Change)[] = [];
  const now = (field: Field) => history[field].at(-1)?.value ?? 0;
  return {
    lines,
    now,
    set: (field: Field, value: number) => history[field].push({ value, sinceMs: time.state.nowMs }),
    before: (field: Field) => history[field].at(-2)?.value ?? 0,
    /** Whether it was so at any moment from this one on. */
    wasSo: (field: Field, value: number, fromMs: number) =>
      history[field].some(
        (one, at) =>
          one.value === value && (history[field][at + 1]?.sinceMs ?? Number.POSITIVE_INFINITY) >= fromMs,
      ),
  };
}
type World = ReturnType<typeof world>;

/** Looks at the lines as a process does, each look taking its time. */
function follower(time: VirtualTime, { lines, now }: World, chance: () => number) {
  let told = 0;
  return (tell: (change: Change) => void) =>
    trustedLooks(
      async ({ isAfresh, fromMs }) => {
        await time.sleep(1 + chance() * 60);
        const seen = lines.length;
        const units = new Map([1, 2].map((id) => [id, now(id === 1 ? 'units1' : 'units2')]));
        await time.sleep(1 + chance() * 60);
        if (isAfresh) tell('anything');
        else for (const line of lines.slice(told, seen)) tell(line(units, fromMs));
        told = seen;
      },
      { error: () => {} },
      () => time.state.nowMs,
      () => new Date(time.state.nowMs),
    );
}

/** What follows from units beside their number. */
const standing = (units: number) => Math.floor(units / 8);

const withUnits = (facts: Facts, units: UnitsForSale): Facts => ({
  ...facts,
  ...(facts.units1 !== undefined && { units1: units.get(1) ?? facts.units1 }),
  ...(facts.units2 !== undefined && { units2: units.get(2) ?? facts.units2 }),
});

/** An answer that says these facts, and follows the stock; with a header that nobody who makes a page of it reads. */
function said(facts: Facts, shown: Shown): ForEverybody & Restocked {
  const { unseen, ...body } = facts;
  return {
    ...{ bytes: Buffer.from(JSON.stringify(body)), tag: undefined, shown },
    headers: new Map([['x-unseen', `${unseen}`]]),
    restock: (units) => said(withUnits(facts, units), shown),
  };
}
const factsIn = ({ bytes }: Pick<Kept, 'bytes'>): Facts => JSON.parse(bytes.toString());

const CALLS: Readonly<Record<string, { readonly fields: readonly Field[]; readonly shown: Shown }>> = {
  '/part': { fields: ['name', 'price', 'units1'], shown: { ...STEADY, partIds: [1] } },
  '/list': {
    fields: ['price', 'units1', 'units2', 'counted', 'unseen'],
    shown: { ...STEADY, partIds: [1, 2], availability: true, prices: true },
  },
  '/about': { fields: ['name'], shown: { ...STEADY, named: [1] } },
};
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/page/part': ['/part', '/about'],
  '/page/list': ['/list', '/about'],
  '/page/both': ['/part', '/list', '/about'],
};
const ADDRESSES = [...Object.keys(CALLS), ...Object.keys(PAGES)];

/** Makes what is at these addresses, in time. */
function maker(time: VirtualTime, { now }: World, chance: () => number, cache: () => AnswerCache) {
  async function call(address: string): Promise<ForEverybody> {
    const { fields, shown } = CALLS[address] ?? { fields: [], shown: STEADY };
    await time.sleep(chance() * 150);
    const facts = Object.fromEntries(fields.map((field) => [field, now(field)]));
    await time.sleep(chance() * 150);
    return said(facts, shown);
  }
  const ofPage = (facts: readonly Facts[]): Restocked => ({
    ...{ bytes: Buffer.from(JSON.stringify(facts)), tag: undefined },
    restock(units) {
      const next = facts.map((one) => withUnits(one, units));
      const isOnlyAnotherNumber = facts.every(
        (one, at) =>
          standing(one.units1 ?? 0) === standing(next[at]?.units1 ?? 0) &&
          standing(one.units2 ?? 0) === standing(next[at]?.units2 ?? 0),
      );
      return isOnlyAnotherNumber ? ofPage(next) : undefined;
    },
  });
  async function page(address: string): Promise<ForEverybody> {
    const calls = PAGES[address] ?? [];
    const parts: Kept[] = [];
    for (const one of calls) parts.push(await cache().kept(one, () => call(one)));
    await time.sleep(chance() * 20);
    return {
      ...ofPage(parts.map(factsIn)),
      headers: new Map(),
      shown: parts.map(({ shown }) => shown).reduce(together),
      sinceMs: Math.min(...parts.map(({ sinceMs }) => sinceMs)),
      async confirm() {
        const again = await Promise.all(calls.map((one) => cache().kept(one, () => call(one))));
        const isSame = again.every(({ lineage }, at) => lineage === parts[at]?.lineage);
        return isSame ? { sinceMs: Math.min(...again.map(({ sinceMs }) => sinceMs)) } : undefined;
      },
    };
  }
  return (address: string) => (address in PAGES ? page(address) : call(address));
}

const step = fc.record({
  what: fc.oneof(
    { weight: 30, arbitrary: fc.record({ read: fc.constantFrom(...ADDRESSES), isReload: fc.boolean() }) },
    {
      weight: 8,
      arbitrary: fc.record({
        moved: fc.constantFrom('units1', 'units2'),
        isCounted: fc.boolean(),
        isOwn: fc.boolean(),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.constantFrom(
        'name',
        'name again',
        'price',
        'counted',
        'unseen',
        'elsewhere',
        'everything',
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom('sleep') },
  ),
  thenMs: fc.oneof(
    ...[1, 20, 100, 300, 1_500].map((max) => fc.double({ min: 0, max, noNaN: true })),
    fc.constant(30_000),
  ),
});

test('nobody is told what has not been true for longer than is promised, nor after their own change', async () => {
  const figures = { confirmed: 0, restocked: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 40, maxLength: 120 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      fc.constantFrom(1_000_000, 20_000),
      async (steps, chances, maxBytes) => {
        const chance = (): number => chances.next().value ?? 0;
        const time = virtualTime();
        const shop = world(time);
        const own = { changedMs: 0 };
        const cache: AnswerCache = answerCache(
          follower(time, shop, chance),
          maxBytes,
          () => time.state.nowMs,
        );
        const make = maker(time, shop, chance, () => cache);
        const late: string[] = [];

        async function read(address: string, isImpatient: boolean) {
          const askedMs = time.state.nowMs;
          const knownMs = isImpatient ? askedMs : Math.max(askedMs - SEEN_WITHIN_MS, own.changedMs);
          const asked = ask(address, { isImpatient });
          const found = cache.find(asked) ?? (await cache.findSoon(asked));
          const text =
            found?.variant.bytes.toString() ??
            (await (await cache.through(asked, () => make(address))).text());
          const said: readonly Facts[] = [JSON.parse(text)].flat();
          for (const [field, value] of said.flatMap((facts) => Object.entries(facts) as [Field, number][])) {
            if (!shop.wasSo(field, value, field === 'counted' ? askedMs - COUNTED_WITHIN_MS : knownMs))
              late.push(`${address} at ${askedMs}: ${field} ${value}`);
          }
        }
        const changed = (field: Field, change: Change, value = shop.now(field) + 1) => {
          shop.set(field, value);
          shop.lines.push(() => change);
        };
        const reading: Promise<void>[] = [];
        for (const { what, thenMs } of steps) {
          if (what === 'sleep') time.state.nowMs += FORGOTTEN_MS + 1;
          else if (what === 'name') changed('name', { retold: [1] });
          else if (what === 'name again') changed('name', 'anything', shop.before('name'));
          else if (what === 'price') changed('price', { repriced: [1] });
          else if (what === 'unseen') changed('unseen', 'anything');
          else if (what === 'counted') shop.set('counted', shop.now('counted') + 1);
          else if (what === 'elsewhere') shop.lines.push(() => 'anything');
          else if (what === 'everything') cache.clear();
          else if ('read' in what) reading.push(read(what.read, what.isReload));
          else {
            const { moved, isCounted, isOwn } = what;
            const partId = moved === 'units1' ? 1 : 2;
            const changesAvailability = standing(shop.now(moved)) !== standing(shop.now(moved) + 1);
            shop.set(moved, shop.now(moved) + 1);
            shop.lines.push((units, fromMs) => ({
              ...{ partIds: new Set([partId]), changesAvailability },
              counted: isCounted ? { units: new Map([[partId, units.get(partId) ?? 0]]), fromMs } : undefined,
            }));
            if (isOwn) {
              cache.distrust();
              own.changedMs = time.state.nowMs;
            }
          }
          await time.pass(thenMs);
        }
        await time.pass(60_000);
        await Promise.all(reading);
        expect(late).toEqual([]);
        figures.confirmed += cache.figures().confirmed;
        figures.restocked += cache.figures().restocked;
      },
    ),
    { numRuns: 300 },
  );
  // Else it would have held because nothing was kept.
  expect(figures.confirmed).toBeGreaterThan(100);
  expect(figures.restocked).toBeGreaterThan(100);
});
