/** Kept answers that may not be true any more: whoever asks next sees whether they are. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ForEverybody, Restocked } from '#server/platform/cache/made-answer.ts';
import { type Change, STEADY } from '#server/platform/cache/shown.ts';
import { ask, moved, openCache, partsShown } from './cache-by-hand.ts';

describe('an answer that is in doubt', () => {
  const text = Array.from({ length: 500 }, (_, n) => `<li>Brake disc ${(n * 7_919) % 503}</li>`).join('');

  test.each(['a change', 'a minute'])('after %s keeps its bytes where it is made as it was', async (why) => {
    const { cache, state, read, change, makings } = openCache();
    const compressed = { acceptEncoding: 'br' };
    await read('/a', text, partsShown(1), compressed);
    const before = cache.find(ask('/a', compressed));
    expect(before).toBeDefined();
    if (why === 'a minute') state.nowMs += 60_001;
    else change({ repriced: [1] });
    expect(cache.find(ask('/a', compressed))).toBeUndefined();
    expect(await cache.findSoon(ask('/a', compressed))).toBeUndefined();
    await read('/a', text, partsShown(1));
    expect(makings()).toBe(2);
    expect(cache.find(ask('/a', compressed))?.variant).toBe(before?.variant);
    state.nowMs += 60_000;
    expect(cache.find(ask('/a'))).toBeDefined();
    change({ repriced: [1] });
    expect(await read('/a', 'another', partsShown(1))).toBe('another');
  });

  test('is another where only a header is, but for the id of its request', async () => {
    const { cache, change } = openCache();
    const read = async (total: string, id: string) => {
      const headers = new Map([
        ['x-total-count', total],
        ['x-request-id', id],
      ]);
      const answer = await cache.through(ask('/a'), async () => ({
        ...{ bytes: Buffer.from('[]'), headers, shown: STEADY },
      }));
      change('anything');
      return [answer.headers.get('x-total-count'), answer.headers.get('x-request-id')];
    };
    expect(await read('1', 'first')).toEqual(['1', 'first']);
    expect(await read('1', 'second')).toEqual(['1', 'first']);
    expect(await read('2', 'third')).toEqual(['2', 'third']);
  });

  /** A page that tells a part's name and how many there are, made from what is kept of that. */
  function openPage() {
    const opened = openCache();
    const { cache } = opened;
    const part = { name: 'disc', units: 9 };
    const times = { made: 0, rendered: 0 };
    const page = { isLate: Promise.resolve() };
    const following = (said: (units: number) => string, units: number): ForEverybody & Restocked => ({
      ...{ bytes: Buffer.from(said(units)), tag: undefined, headers: new Map() },
      shown: { ...partsShown(1), prices: true },
      restock: (moved) => following(said, moved.get(1) ?? units),
    });
    const readPart = () =>
      cache.kept('/part', async () => {
        times.made += 1;
        const { name } = part;
        return following((units) => `${name}, ${units}`, part.units);
      });
    async function readPage() {
      const answer = await cache.through(ask('/page'), async () => {
        times.rendered += 1;
        const { bytes, lineage } = await readPart();
        const [name, units] = bytes.toString().split(', ');
        return {
          ...following((now) => `<b>${name}</b>, ${now}`, Number(units)),
          async confirm() {
            const now = await readPart();
            await page.isLate;
            return now.lineage === lineage ? { sinceMs: now.sinceMs } : undefined;
          },
        };
      });
      return answer.text();
    }
    /** The page is in doubt, and what it is made from is asked about it until that is over. */
    async function beginLooking() {
      await readPage();
      opened.change('anything');
      const { promise, resolve: asked } = Promise.withResolvers<void>();
      page.isLate = promise;
      const under = readPage();
      await wait(1);
      return { under, asked };
    }
    const stock = (units: number, fromMs = Number.POSITIVE_INFINITY): Change => ({
      ...{ partIds: new Set([1]), changesAvailability: false },
      counted: { units: new Map([[1, units]]), fromMs },
    });
    return { ...opened, part, times, readPage, beginLooking, stock };
  }

  test('is given where what it is made from says the same, and made where it does not', async () => {
    const { cache, state, change, part, times, readPage } = openPage();
    expect(await readPage()).toBe('<b>disc</b>, 9');
    for (const doubt of [() => change('anything'), () => change({ repriced: [7] }), () => cache.clear()]) {
      doubt();
      expect(await readPage()).toBe('<b>disc</b>, 9');
    }
    state.nowMs += 60_001;
    expect(await readPage()).toBe('<b>disc</b>, 9');
    expect(times).toEqual({ made: 5, rendered: 1 });
    expect(cache.figures()).toMatchObject({ confirmed: 4, misses: 6, entries: 2 });
    // For a minute from then on nothing is asked.
    state.nowMs += 60_000;
    expect(cache.find(ask('/page'))).toBeDefined();
    part.name = 'pads';
    change('anything');
    expect(await readPage()).toBe('<b>pads</b>, 9');
    expect(times).toEqual({ made: 6, rendered: 2 });
  });

  test('has the units that there are by now', async () => {
    const { change, part, times, readPage, stock } = openPage();
    await readPage();
    change(stock(8));
    change('anything');
    change(stock(7));
    part.units = 7;
    expect(await readPage()).toBe('<b>disc</b>, 7');
    expect(times.rendered).toBe(1);
  });

  test('is made where there are other units than were told, or were told by somebody who may not have known', async () => {
    const { state, change, part, times, readPage, stock } = openPage();
    await readPage();
    change('anything');
    part.units = 6;
    expect(await readPage()).toBe('<b>disc</b>, 6');
    expect(times.rendered).toBe(2);
    part.units = 5;
    change('anything');
    change(moved(1));
    expect(await readPage()).toBe('<b>disc</b>, 5');
    expect(times.rendered).toBe(3);
    state.nowMs = 10;
    change('anything');
    await readPage();
    expect(times.rendered).toBe(3);
    change(stock(99, 5));
    expect(await readPage()).toBe('<b>disc</b>, 5');
    expect(times.rendered).toBe(4);
  });

  test('stays in doubt where something changes while it is asked about', async () => {
    const { change, part, times, readPage, beginLooking } = openPage();
    const { under, asked } = await beginLooking();
    part.name = 'pads';
    change('anything');
    asked();
    expect(await under).toBe('<b>disc</b>, 9');
    expect(await readPage()).toBe('<b>pads</b>, 9');
    expect(times.rendered).toBe(2);
  });

  test('stays in doubt where units move beside that, and has them when it is made', async () => {
    const { cache, change, part, readPage, beginLooking, stock } = openPage();
    const { under, asked } = await beginLooking();
    part.name = 'pads';
    part.units = 8;
    change(stock(8));
    change('anything');
    asked();
    await under;
    expect(cache.find(ask('/page'))).toBeUndefined();
    expect(await readPage()).toBe('<b>pads</b>, 8');
  });

  test('is as old as the oldest that it is made from', async () => {
    const { cache, state, change } = openPage();
    const read = () =>
      cache.through(ask('/a'), async () => ({
        ...{ bytes: Buffer.from('a'), headers: new Map(), shown: STEADY },
        confirm: async () => ({ sinceMs: state.nowMs - 50_000 }),
      }));
    await read();
    change('anything');
    state.nowMs = 60_000;
    await read();
    expect(cache.find(ask('/a'))).toBeDefined();
    state.nowMs += 10_001;
    expect(cache.find(ask('/a'))).toBeUndefined();
  });

  test.each([
    ['can’t be asked', () => Promise.reject(new Error('no database'))],
    ['says something else', async () => undefined],
  ])('is made where what it is made from %s', async (_, confirm) => {
    const { cache, change } = openCache();
    const read = async (said: string) => {
      const page = await cache.through(ask('/a'), async () => ({
        ...{ bytes: Buffer.from(said), headers: new Map(), shown: STEADY },
        confirm,
      }));
      return page.text();
    };
    await read('one');
    change('anything');
    expect(await read('two')).toBe('two');
  });

  test('that is made as it was goes from then on by what it is made from by now', async () => {
    const { cache, change } = openCache();
    const list = { total: 1, made: 0 };
    let rendered = 0;
    // The page does not show how many there are.
    const readList = () =>
      cache.kept('/list', async () => ({
        ...{ bytes: Buffer.from('disc'), shown: STEADY },
        headers: new Map([['x-total-count', `${list.total}`]]),
      }));
    const readPage = () =>
      cache.through(ask('/page'), async () => {
        rendered += 1;
        const { bytes, lineage } = await readList();
        return {
          ...{ bytes, headers: new Map(), shown: STEADY },
          async confirm() {
            const now = await readList();
            return now.lineage === lineage ? { sinceMs: now.sinceMs } : undefined;
          },
        };
      });
    await readPage();
    list.total = 2;
    for (let times = 0; times < 4; times += 1) {
      change('anything');
      await readPage();
    }
    expect(rendered).toBe(2);
  });

  test('that is made as it was goes from then on by what it shows by now', async () => {
    const { read, change } = openCache();
    await read('/cheapest', 'The cheapest costs 5', partsShown(1));
    change({ repriced: [1] });
    await read('/cheapest', 'The cheapest costs 5', partsShown(2));
    change({ repriced: [2] });
    expect(await read('/cheapest', 'The cheapest costs 4', partsShown(2))).toBe('The cheapest costs 4');
  });

  test('goes where there is nothing at its address any more, but not for a refusal of one caller', async () => {
    const { cache, read, change } = openCache();
    await read('/a', 'one');
    change('anything');
    const refuse = (status: number) => cache.through(ask('/a'), async () => new Response(null, { status }));
    await refuse(429);
    expect(cache.figures()).toMatchObject({ entries: 1 });
    await refuse(404);
    expect(cache.figures()).toMatchObject({ entries: 0, bytes: 0 });
  });
});
