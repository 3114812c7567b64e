import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import type { AnswerCache, Asked } from '#server/platform/cache/answer-cache.ts';
import { askedLately } from '#server/platform/cache/asked-lately.ts';
import type { ForEverybody, Made, Restocked } from '#server/platform/cache/made-answer.ts';
import { ownBytes } from '#server/platform/cache/own-bytes.ts';
import { isTouched, STEADY, together, type UnitsForSale } from '#server/platform/cache/shown.ts';
import { encodingFor } from '#server/platform/cache/variants.ts';
import { ask, made, moved, openCache, partsShown } from './cache-by-hand.ts';

test('an answer is made once and given until what it shows has changed', async () => {
  const { read, change } = openCache();
  expect(await read('/a', 'one', partsShown(1, 2))).toBe('one');
  expect(await read('/a', 'two', partsShown(1, 2))).toBe('one');
  change(moved(3));
  expect(await read('/a', 'two', partsShown(1, 2))).toBe('one');
  change(moved(2));
  expect(await read('/a', 'two', partsShown(1, 2))).toBe('two');
  change('anything');
  expect(await read('/a', 'three')).toBe('three');
});

test.each([
  ['anything', moved(1), true],
  [partsShown(1), 'anything', true],
  [partsShown(1, 2), moved(2, 3), true],
  [partsShown(1, 2), moved(3), false],
  [partsShown(1), { partIds: new Set([2]), changesAvailability: true }, false],
  [{ ...partsShown(1), availability: true }, { partIds: new Set([2]), changesAvailability: true }, true],
  [{ ...partsShown(1), availability: true }, moved(2), false],
  [STEADY, moved(1), false],
  [partsShown(1, 2), { repriced: [2, 3] }, true],
  [partsShown(1, 2), { repriced: [3] }, false],
  [{ ...partsShown(1), prices: true }, { repriced: [3] }, true],
  [{ ...partsShown(1), prices: true }, moved(3), false],
  [{ ...partsShown(1), reviews: true }, { repriced: [3] }, false],
  [{ ...STEADY, reviews: true }, 'reviews', true],
  [{ ...partsShown(1), availability: true, prices: true }, 'reviews', false],
  ['anything', 'reviews', true],
  ['anything', { repriced: [3] }, true],
  [partsShown(1, 2), { retold: [2, 3] }, true],
  [partsShown(1, 2), { retold: [3] }, false],
  [{ ...partsShown(1), words: true }, { retold: [3] }, true],
  [{ ...partsShown(1), words: true }, { repriced: [3] }, false],
  [{ ...partsShown(1), availability: true, prices: true, reviews: true }, { retold: [3] }, false],
  [{ ...STEADY, named: [1, 2] }, { retold: [2, 3] }, true],
  [{ ...STEADY, named: [1, 2] }, { retold: [3] }, false],
  [{ ...STEADY, named: [1, 2] }, { repriced: [1] }, false],
  [{ ...STEADY, named: [1, 2] }, moved(1), false],
  ['anything', { retold: [3] }, true],
] as const)('what shows %o after a change of %o: touched %s', (shown, change, isIt) => {
  expect(isTouched(shown, change)).toBe(isIt);
  // Whatever else a page shows, it shows this, too.
  if (isIt) expect(isTouched(together(partsShown(99), shown), change)).toBe(true);
});

describe('an answer that can follow the stock', () => {
  const counted = (
    partIds: readonly number[],
    units: readonly (readonly [number, number])[],
    fromMs = Number.POSITIVE_INFINITY,
  ) => ({
    ...{ partIds: new Set(partIds), changesAvailability: false },
    counted: { units: new Map(units), fromMs },
  });
  /** Says how many units there are of part 1, as long as there are some. */
  const following = (units: number): ForEverybody & Restocked => ({
    bytes: Buffer.from(`${units} units`),
    tag: undefined,
    headers: new Map([['content-type', 'text/plain']]),
    shown: partsShown(1),
    restock(moved) {
      const now = moved.get(1) ?? units;
      return now === 0 ? undefined : following(now);
    },
  });
  function open() {
    const opened = openCache();
    let makings = 0;
    const read = async (units: number) => {
      const response = await opened.cache.through(ask('/a'), async () => {
        makings += 1;
        return following(units);
      });
      return response.text();
    };
    return { ...opened, read, makings: () => makings };
  }

  test('is given the new numbers when it is asked for, all that came since, and is not made anew', async () => {
    const { cache, read, change, makings } = open();
    expect(await read(9)).toBe('9 units');
    change(
      counted(
        [1, 2],
        [
          [1, 8],
          [2, 3],
        ],
      ),
    );
    change(counted([1], [[1, 7]]));
    expect(await read(0)).toBe('7 units');
    expect(await read(0)).toBe('7 units');
    change(counted([2], [[2, 2]]));
    expect(cache.find(ask('/a'))?.variant.bytes.toString()).toBe('7 units');
    change(counted([1], [[1, 6]]));
    expect(cache.find(ask('/a'))?.variant.bytes.toString()).toBe('6 units');
    expect(makings()).toBe(1);
    expect(cache.figures()).toMatchObject({ restocked: 2, misses: 1, entries: 1 });
  });

  test('has another tag then, and is sent in no encoding as it was before', async () => {
    const { cache, read, change } = open();
    await read(9);
    const before = cache.find(ask('/a'))?.variant.head.join();
    change(counted([1], [[1, 8]]));
    expect(cache.find(ask('/a'))?.variant.head.join()).not.toBe(before);
    const tag = /etag,("[^"]+")/.exec(before ?? '')?.[1] ?? '';
    expect(cache.find(ask('/a', { ifNoneMatch: tag }))?.isUnchanged).toBe(false);
  });

  test('is made anew where numbers are not all, where nobody counted, and when its time is over', async () => {
    const { state, read, change, makings } = open();
    await read(9);
    change(counted([1], [[1, 0]]));
    expect(await read(5)).toBe('5 units');
    change(moved(1));
    expect(await read(4)).toBe('4 units');
    change('anything');
    expect(await read(3)).toBe('3 units');
    state.nowMs += 40_000;
    change(counted([1], [[1, 8]]));
    expect(await read(0)).toBe('8 units');
    state.nowMs += 40_000;
    expect(await read(7)).toBe('7 units');
    expect(makings()).toBe(5);
  });

  test('is made anew where what can be ordered has changed and it shows that', async () => {
    const { cache, change } = openCache();
    const make = async () => ({ ...following(9), shown: { ...partsShown(1), availability: true } });
    await cache.through(ask('/a'), make);
    change({ ...counted([2], [[2, 0]]), changesAvailability: true });
    expect(cache.find(ask('/a'))).toBeUndefined();
  });

  test('is made anew where it was made after the count began, for it may know better', async () => {
    const { state, read, change, makings } = open();
    state.nowMs = 10;
    await read(9);
    change(counted([1], [[1, 8]], 10));
    expect(await read(0)).toBe('8 units');
    // What it was given since it knows from counts that were before.
    state.nowMs = 20;
    change(counted([1], [[1, 7]], 15));
    expect(await read(0)).toBe('7 units');
    expect(makings()).toBe(1);
    change(counted([1], [[1, 8]], 9));
    expect(await read(6)).toBe('6 units');
  });

  test('remembers of what has moved only the parts that it shows', async () => {
    const { cache, change } = openCache();
    const notes: UnitsForSale[] = [];
    await cache.through(ask('/a'), async () => ({
      ...following(9),
      restock(moved) {
        notes.push(moved);
        return following(moved.get(1) ?? 9);
      },
    }));
    change(
      counted(
        [1, 2],
        [
          [1, 8],
          [2, 3],
        ],
      ),
    );
    cache.find(ask('/a'));
    expect(notes).toEqual([new Map([[1, 8]])]);
  });
});

describe('what is kept and can not be sent this moment', () => {
  test('is found once it is known what has changed, and as it is by then', async () => {
    const { cache, state, read, change } = openCache();
    await read('/a', 'one', partsShown(1));
    const reload = ask('/a', { isImpatient: true });
    expect(cache.find(reload)).toBeUndefined();
    expect((await cache.findSoon(reload))?.variant.bytes.toString()).toBe('one');
    state.isTrusted = false;
    expect((await cache.findSoon(ask('/a')))?.variant.bytes.toString()).toBe('one');
    expect(state.looks).toBe(2);
    await cache.findSoon(ask('/a'));
    expect(state.looks).toBe(2);
    change(moved(1));
    expect(await cache.findSoon(reload)).toBeUndefined();
  });

  test('is found in an encoding that nobody has asked for yet', async () => {
    const { cache, read } = openCache();
    await read('/a', 'word '.repeat(1_000));
    const compressed = ask('/a', { acceptEncoding: 'br' });
    expect(cache.find(compressed)).toBeUndefined();
    const found = await cache.findSoon(compressed);
    expect(brotliDecompressSync(found?.variant.bytes ?? '').toString()).toBe('word '.repeat(1_000));
    expect(cache.find(compressed)?.variant).toBe(found?.variant);
  });

  test('is not found where nobody can be asked what has changed, nor is anybody asked where nothing is kept', async () => {
    const { cache, state, read } = openCache();
    expect(await cache.findSoon(ask('/a', { isImpatient: true }))).toBeUndefined();
    expect(state.looks).toBe(0);
    await read('/a', 'one');
    state.isReachable = false;
    expect(await cache.findSoon(ask('/a', { isImpatient: true }))).toBeUndefined();
  });
});

/** Asks for an answer whose making lasts until it is finished. */
function beginSlowly(cache: AnswerCache) {
  const { promise, resolve } = Promise.withResolvers<Made>();
  return { slow: cache.through(ask('/a'), () => promise), finish: resolve };
}

test('callers at the same time share one making; a change meanwhile keeps it from being kept, and from later callers', async () => {
  const { cache, read, change, makings } = openCache();
  const { slow, finish } = beginSlowly(cache);
  const joined = read('/a', 'a making of its own', partsShown(1));
  await wait(1);
  expect(makings()).toBe(0);
  change(moved(1));
  const later = read('/a', 'after', partsShown(1));
  expect(await later).toBe('after');
  finish(made('before', partsShown(1)));
  expect(await (await slow).text()).toBe('before');
  expect(await joined).toBe('before');
  expect(await read('/a', 'after', partsShown(1))).toBe('after');
});

test('of two that were made at the same time and say different things, neither is given to those who come later', async () => {
  const { cache, read, change } = openCache();
  const { slow, finish } = beginSlowly(cache);
  await wait(1);
  change({ repriced: [1] });
  // It has read what was there before another change, and the slow one what is there now.
  expect(await read('/a', '9', partsShown(1))).toBe('9');
  finish(made('8', partsShown(1)));
  expect(await (await slow).text()).toBe('8');
  expect(await read('/a', '8', partsShown(1))).toBe('8');
});

test('a refusal of one caller is not another’s, and is not kept', async () => {
  const { cache, read } = openCache();
  let finish: (value: Made) => void = () => {};
  const refused = cache.through(
    ask('/a'),
    () =>
      new Promise<Made>((resolve) => {
        finish = resolve;
      }),
  );
  const other = read('/a', 'fine');
  finish(new Response('too many', { status: 429 }));
  expect((await refused).status).toBe(429);
  expect(await other).toBe('fine');
  expect(await read('/a', 'later')).toBe('fine');
});

test('what failed while it was made is thrown, and made again by the next', async () => {
  const { cache, read } = openCache();
  const failing = cache.through(ask('/a'), () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await read('/a', 'fine')).toBe('fine');
});

test('a reload, one’s own change, and a minute ask anew', async () => {
  const { cache, state, read, change } = openCache();
  await read('/a', 'one');
  await read('/a', 'one', STEADY, { isImpatient: true });
  expect(state.caughtUp).toBe(1);
  cache.distrust();
  expect(cache.find(ask('/a'))).toBeUndefined();
  // What is learnt while catching up counts.
  const asked = read('/a', 'two');
  change('anything');
  expect(await asked).toBe('two');
  expect(state.caughtUp).toBe(2);
  state.nowMs = 60_001;
  expect(cache.find(ask('/a'))).toBeUndefined();
  expect(await read('/a', 'three')).toBe('three');
});

test('where the changes can’t be asked for, everything is made anew', async () => {
  const { state, read } = openCache();
  await read('/a', 'one');
  state.isTrusted = false;
  state.isReachable = false;
  expect(await read('/a', 'two')).toBe('two');
});

describe('where all of the room is taken', () => {
  const large = 'x'.repeat(8_000);
  const isKept = (cache: AnswerCache, address: string) => cache.find(ask(address)) !== undefined;
  async function openFull() {
    const opened = openCache(41_000);
    for (const name of ['/a', '/b', '/c', '/d']) await opened.read(name, large);
    return opened;
  }

  test('what is asked for once is given and not kept, so what people read stays while a machine asks for everything', async () => {
    const { cache, read, makings } = await openFull();
    for (let page = 0; page < 100; page += 1) expect(await read(`/page/${page}`, large)).toBe(large);
    for (const name of ['/a', '/b', '/c', '/d']) expect(await read(name, 'anew')).toBe(large);
    expect(makings()).toBe(104);
    expect(cache.figures()).toMatchObject({ entries: 4 });
  });

  test('what is asked for again is kept, and what nobody asked for goes first', async () => {
    const { cache, read } = await openFull();
    expect(isKept(cache, '/a')).toBe(true);
    await read('/e', large);
    expect(isKept(cache, '/e')).toBe(false);
    await read('/e', large);
    expect(isKept(cache, '/e')).toBe(true);
    expect(isKept(cache, '/a')).toBe(true);
    expect(isKept(cache, '/b')).toBe(false);
    expect(cache.figures()).toMatchObject({ entries: 4 });
    expect(cache.figures().bytes).toBeLessThanOrEqual(41_000);
  });

  test('what gives way is kept where there is room, and takes none from others however often it is asked for', async () => {
    const { cache, read } = await openFull();
    const piece = async (address: string) =>
      void (await cache.through(ask(address), async () => ({ ...made(large), givesWay: true })));
    for (let crawl = 0; crawl < 3; crawl += 1) await piece('/piece');
    for (const name of ['/a', '/b', '/c', '/d']) expect(isKept(cache, name)).toBe(true);
    expect(isKept(cache, '/piece')).toBe(false);
    const roomy = openCache(100_000);
    await roomy.cache.through(ask('/piece'), async () => ({ ...made(large), givesWay: true }));
    expect(isKept(roomy.cache, '/piece')).toBe(true);
    expect(await read('/a', 'anew')).toBe(large);
  });

  test('what has changed since is kept as before, and so is what comes when others are too old', async () => {
    const { cache, read, change, state } = await openFull();
    change('anything');
    for (const name of ['/e', '/f', '/g', '/h', '/a']) await read(name, large);
    expect(isKept(cache, '/a')).toBe(true);
    state.nowMs += 61_000;
    await read('/i', large);
    expect(isKept(cache, '/i')).toBe(true);
    expect(cache.figures()).toMatchObject({ entries: 4 });
  });

  test('what is in doubt gives its room, wherever it stands, and nothing that is sure does', async () => {
    const { cache, read, change } = openCache(41_000);
    await read('/a', large);
    for (const name of ['/b', '/c', '/d']) await read(name, large, { ...STEADY, reviews: true });
    change('reviews');
    await read('/e', large);
    expect([isKept(cache, '/a'), isKept(cache, '/e')]).toEqual([true, true]);
    expect(cache.figures()).toMatchObject({ entries: 4 });
  });

  test('what is in doubt stays where all of its room would not be enough', async () => {
    const { cache, read, change } = openCache(41_000);
    for (const name of ['/a', '/b']) await read(name, large);
    await read('/c', large, { ...STEADY, reviews: true });
    change('reviews');
    await read('/large', 'x'.repeat(20_000));
    await read('/huge', 'x'.repeat(50_000));
    expect(cache.figures()).toMatchObject({ entries: 3 });
  });

  test('one that is larger than all of it is never kept', async () => {
    const { cache, read } = await openFull();
    for (let times = 0; times < 2; times += 1)
      expect(await read('/huge', 'y'.repeat(50_000))).toHaveLength(50_000);
    expect(isKept(cache, '/huge')).toBe(false);
    expect(isKept(cache, '/a')).toBe(true);
  });
});

test('of what was asked for only the last addresses are remembered', () => {
  const lately = askedLately(3);
  const note = (...addresses: string[]) => addresses.map((address) => lately.note(address));
  expect(note('a', 'b', 'a')).toEqual([false, false, true]);
  expect(note('c', 'd', 'a')).toEqual([false, false, true]);
  expect(note('e', 'f', 'g', 'b')).toEqual([false, false, false, false]);
});

test('where the database can’t be asked, one asks for all of a moment', async () => {
  const { read, state } = openCache();
  await read('/a', 'one');
  state.isTrusted = false;
  state.isReachable = false;
  for (const text of ['two', 'three', 'four']) expect(await read('/a', text)).toBe(text);
  expect(state.looks).toBe(1);
  state.nowMs += 251;
  state.isReachable = true;
  expect(await read('/a', 'five')).toBe('one');
});

test('a version is another as soon as what it is of may be another, and no sooner', async () => {
  const { cache, state, change } = openCache();
  const [shelves, words] = [cache.versionOf(STEADY), cache.versionOf({ ...STEADY, words: true })];
  const now = async () => [await shelves(), await words()];
  const before = await now();
  for (const other of [moved(1), { repriced: [1] }, 'reviews'] as const) change(other);
  expect(await now()).toEqual(before);
  change({ retold: [1] });
  const retold = await now();
  expect(retold[0]).toBe(before[0]);
  expect(retold[1]).not.toBe(before[1]);
  change('anything');
  expect((await now()).map((version, at) => version === retold[at])).toEqual([false, false]);
  state.isTrusted = false;
  await shelves();
  expect(state.caughtUp).toBe(1);
  state.isTrusted = false;
  state.isReachable = false;
  await expect(words()).rejects.toThrow('no database');
});

test('without room nothing is kept, and who has an answer already is told so all the same', async () => {
  const { cache, read, makings } = openCache(0);
  expect(await read('/a', 'one')).toBe('one');
  expect(await read('/a', 'two')).toBe('two');
  expect(makings()).toBe(2);
  const tag = (await cache.through(ask('/a'), async () => made('two'))).headers.get('etag') ?? '';
  const again = await cache.through(ask('/a', { ifNoneMatch: tag }), async () => made('two'));
  expect(again.status).toBe(304);
});

test('what browsers are given again and again becomes smaller, and who has the larger bytes is told that they are the same', async () => {
  const { cache } = openCache();
  const text = Array.from(
    { length: 2_000 },
    (_, n) => `<li class="line">Brake disc ${(n * 7_919) % 2_003}</li>`,
  ).join('');
  const get = (more: Partial<Asked> = {}) =>
    cache.through(ask('/a', { acceptEncoding: 'br, zstd', ...more }), async () => made(text));
  const first = await get();
  expect(zstdDecompressSync(await first.arrayBuffer()).toString()).toBe(text);
  const length = Number(first.headers.get('content-length'));
  for (let hits = 0; hits < 3; hits += 1)
    expect((await get()).headers.get('etag')).toBe(first.headers.get('etag'));
  const before = cache.figures().bytes;
  await vi.waitUntil(() => cache.figures().bytes < before);
  const small = await get();
  expect(small.headers.get('content-encoding')).toBe('br');
  expect((await get({ acceptEncoding: 'br' })).headers.get('etag')).toBe(small.headers.get('etag'));
  expect(Number(small.headers.get('content-length'))).toBeLessThan(length);
  expect(brotliDecompressSync(await small.arrayBuffer()).toString()).toBe(text);
  expect(small.headers.get('etag')).not.toBe(first.headers.get('etag'));
  expect((await get({ ifNoneMatch: first.headers.get('etag') ?? '' })).status).toBe(304);
});

test('what is too much to be compressed while all others wait is left to a thread', async () => {
  const { cache } = openCache();
  const get = () =>
    cache.through(ask('/a', { acceptEncoding: 'br, zstd' }), async () => made('brake disc '.repeat(30_000)));
  expect((await get()).headers.get('content-encoding')).toBe('br');
});

test('what is kept is counted once, however many encodings are made at the same time, and not at all when it is gone', async () => {
  const { cache, change } = openCache();
  const get = (acceptEncoding: string) =>
    cache.through(ask('/a', { acceptEncoding }), async () => made('brake disc '.repeat(500), partsShown(1)));
  await Promise.all(['br', 'gzip', 'br, zstd', 'br', 'br', 'br'].map(get));
  change(moved(1));
  expect(cache.figures()).toMatchObject({ entries: 0, bytes: 0 });
  await wait(50);
  expect(cache.figures().bytes).toBe(0);
});

test('each encoding has bytes and a tag of its own, and any tag of it is known', async () => {
  const { cache } = openCache();
  const text = 'brake disc '.repeat(500);
  const get = async (more: Partial<Asked>) => cache.through(ask('/a', more), async () => made(text));
  const plain = await get({});
  expect(await plain.text()).toBe(text);
  const zstd = await get({ acceptEncoding: 'gzip, deflate, br, zstd' });
  expect(zstd.headers.get('content-encoding')).toBe('zstd');
  expect(zstd.headers.get('vary')).toBe('accept-encoding');
  const br = await get({ acceptEncoding: 'gzip, deflate, br' });
  expect(br.headers.get('content-encoding')).toBe('br');
  const gzip = await get({ acceptEncoding: 'gzip' });
  expect(gzip.headers.get('content-encoding')).toBe('gzip');
  const tags = [plain, br, gzip, zstd].map((answer) => answer.headers.get('etag'));
  expect(new Set(tags).size).toBe(4);
  for (const ifNoneMatch of tags) {
    const again = await get({ acceptEncoding: 'br', ifNoneMatch: ifNoneMatch ?? '' });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(tags[1]);
    expect(again.headers.get('content-encoding')).toBeNull();
  }
  expect((await get({ ifNoneMatch: '"another"' })).status).toBe(200);
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, zstd', 'gzip'],
  ['br, zstd;q=0', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.0, gzip; q=0', 'identity'],
  ['BR', 'br'],
  ['*', 'identity'],
] as const)('Accept-Encoding %j: %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

test('what is kept is memory of its own, not a few bytes of a large piece that others have used', () => {
  const text = 'brake disc, 280 × 25 mm';
  const bytes = ownBytes(text);
  expect(bytes.toString()).toBe(text);
  expect(bytes.buffer.byteLength).toBe(bytes.length);
});

test('an answer that is made from another goes when that one does', async () => {
  const { cache, state, change } = openCache();
  const part = { bytes: Buffer.from('part'), headers: new Map(), shown: partsShown(1) };
  const readPart = () => cache.kept('/part', async () => part);
  const readPage = async (text: string) => {
    const page = await cache.through(ask('/page'), async () => {
      const { bytes, shown, sinceMs } = await readPart();
      return { bytes: Buffer.from(`${text} of ${bytes}`), headers: new Map(), shown, sinceMs };
    });
    return page.text();
  };
  await readPart();
  state.nowMs = 50_000;
  expect(await readPage('one')).toBe('one of part');
  state.nowMs = 60_000;
  expect(await readPage('two')).toBe('one of part');
  state.nowMs = 60_001;
  expect(await readPage('three')).toBe('three of part');
  expect((await readPart()).sinceMs).toBe(60_001);
  change(moved(1));
  expect(await readPage('four')).toBe('four of part');
});

test('what code of this process asks for is given while nothing is kept, and fails as its making does', async () => {
  const { cache } = openCache(0);
  const part = { bytes: Buffer.from('part'), headers: new Map(), shown: STEADY };
  expect((await cache.kept('/part', async () => part)).bytes.toString()).toBe('part');
  const { cache: another } = openCache();
  await expect(another.kept('/part', () => Promise.reject(new Error('no such part')))).rejects.toThrow(
    'no such part',
  );
  expect((await another.kept('/part', async () => part)).bytes.toString()).toBe('part');
});

test('the bytes of a text have memory of their own', () => {
  const bytes = ownBytes('280 × 25 mm ä');
  expect(bytes.toString()).toBe('280 × 25 mm ä');
  expect(bytes.buffer.byteLength).toBe(bytes.length);
});
