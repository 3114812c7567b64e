/** Which of both is read from, primary or replica, and when: on databases that are made up, in a time that passes by hand. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type ReadFrom, replicaThatKeepsUp } from '#server/platform/db/replica.ts';
import type { DB } from '#server/platform/db/schema.gen.ts';
import { Outage } from '#server/platform/outage.ts';
import { virtualTime } from './virtual-time.ts';

/** So long the replica may take. */
const THERE_WITHIN_MS = 250;
const KNOWN_FOR_MS = 1_000;
const LEFT_FOR_MS = 500;
const LEFT_AT_MOST_MS = 2_000;
const SOON_MS = 60_000;
const PRIMARY_WITHIN_MS = 2_000;
const PRIMARY_AGAIN_MS = 1_000;

const FLOOR = '700';
const LINES = [5, 8];
const never = () => new Promise<never>(() => {});

/** A database of which nothing is known but whether it answers. */
function madeUp(answer: () => Promise<void>): Kysely<DB> {
  class Driver extends DummyDriver {
    override async acquireConnection() {
      await answer();
      return super.acquireConnection();
    }
  }
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

type Found = 'there' | 'behind' | 'silent' | 'cut off';

/** Both of them, and one who keeps watch. */
function open() {
  const time = virtualTime();
  const state = {
    primary: 'there' as 'there' | 'away' | 'silent',
    replica: 'there' as Found,
    canWrite: true,
    /** How long a look takes. */
    lookMs: 0,
  };
  /** What the replica was asked for, how often the primary whether it is back, and what was told, in this order. */
  const asked: { readonly lines: readonly number[]; readonly floor: string | null }[] = [];
  const happened: string[] = [];
  let probes = 0;
  const answers = {
    there: async () => {},
    away: async () => Promise.reject(new Outage('away', { cause: undefined })),
    silent: never,
  };
  const found: Record<Found, () => Promise<boolean>> = {
    there: async () => true,
    behind: async () => false,
    silent: never,
    'cut off': async () => Promise.reject(new Error('Connection terminated')),
  };
  const primary = madeUp(() => {
    probes += 1;
    return answers[state.primary]();
  });
  const replica = replicaThatKeepsUp({
    primary,
    replica: madeUp(async () => {}),
    hasReplayed(lines, floor) {
      asked.push({ lines, floor });
      return found[state.replica]();
    },
    giveUp: () => happened.push('given up'),
    canWrite: () => state.canWrite,
    tell: (from: ReadFrom) => happened.push(from),
    nowMs: () => time.state.nowMs,
    wait: time.sleep,
  });
  replica.onTurn(() => happened.push('in doubt'));
  return {
    state,
    replica,
    asked,
    happened,
    probes: () => probes,
    pass: time.pass,
    /** Looks what has changed; what is answered says whether that has been resolved by now, and which it looked at. */
    look() {
      const looking = { at: 'nothing' as 'nothing' | 'primary' | 'replica' | 'neither' };
      replica
        .ask(async (_, isOfReplica) => {
          if (!isOfReplica) await answers[state.primary]();
          await time.sleep(state.lookMs);
          return { floor: FLOOR, lines: new Map(LINES.map((line) => [line, 'seen'])), isOfReplica };
        })
        .then(
          ({ isOfReplica }) => {
            looking.at = isOfReplica ? 'replica' : 'primary';
          },
          () => {
            looking.at = 'neither';
          },
        );
      return looking;
    },
  };
}
type Opened = ReturnType<typeof open>;

/** Looks, and lets so much time pass that whatever this leads to has come. */
async function lookOnce(both: Opened, ms = THERE_WITHIN_MS): Promise<void> {
  both.look();
  await both.pass(ms);
}

/** One that has been found to keep up. */
async function openUsed(): Promise<Opened> {
  const both = open();
  await lookOnce(both, 0);
  expect(both.replica.isUsed()).toBe(true);
  return both;
}

/** Looked for again and again until it is asked whether it has caught up: how long that took, in ms. */
async function leftForMs(both: Opened): Promise<number> {
  const before = both.asked.length;
  for (let ms = 0; ; ms += 50) {
    await lookOnce(both, 0);
    if (both.asked.length > before) return ms;
    await both.pass(50);
  }
}

/** Is left by several at once, and comes back once it is looked for; answers for how long it was left. */
async function fallBehind(both: Opened): Promise<number> {
  for (let times = 0; times < 8; times += 1) both.replica.leave();
  const ms = await leftForMs(both);
  await lookOnce(both, 0);
  expect(both.replica.isUsed()).toBe(true);
  return ms;
}

describe('a replica that keeps up', () => {
  it('is read from once it has been found to have everything, and then what was seen since', async () => {
    const both = open();
    expect(both.replica.isUsed()).toBe(false);
    await lookOnce(both, 0);
    expect(both.replica.isUsed()).toBe(true);
    await lookOnce(both, 0);
    expect(both.asked).toEqual([
      { lines: LINES, floor: FLOOR },
      { lines: LINES, floor: null },
    ]);
  });

  it('is waited for, by whoever looks', async () => {
    const both = open();
    both.state.replica = 'behind';
    const looking = both.look();
    await both.pass(THERE_WITHIN_MS - 20);
    expect(looking.at).toBe('nothing');
    both.state.replica = 'there';
    await both.pass(19);
    expect(looking.at).toBe('primary');
    expect(both.replica.isUsed()).toBe(true);
    expect(both.happened).toEqual([]);
  });

  it('is known to for a second, from when somebody began to look', async () => {
    const both = open();
    both.state.lookMs = 100;
    await lookOnce(both, 100);
    await both.pass(KNOWN_FOR_MS - 100);
    expect(both.replica.isUsed()).toBe(true);
    await both.pass(1);
    expect(both.replica.isUsed()).toBe(false);
    expect(both.happened).toEqual([]);
  });

  it('is not read from after a change, until somebody looks who began after it', async () => {
    const both = await openUsed();
    both.state.lookMs = 100;
    both.look();
    await both.pass(50);
    both.replica.doubt();
    expect(both.replica.isUsed()).toBe(false);
    await both.pass(50);
    expect(both.replica.isUsed()).toBe(false);
    await lookOnce(both, 100);
    expect(both.replica.isUsed()).toBe(true);
    expect(both.happened).toEqual([]);
  });

  it('is asked again where the connection was lost, which says nothing of the server', async () => {
    const both = open();
    both.state.replica = 'cut off';
    both.look();
    await both.pass(100);
    both.state.replica = 'there';
    await both.pass(THERE_WITHIN_MS - 101);
    expect(both.replica.isUsed()).toBe(true);
    expect(both.happened).toEqual([]);
  });
});

describe('a replica that falls behind', () => {
  it('is left, and nobody waits for it any more', async () => {
    const both = await openUsed();
    both.state.replica = 'behind';
    const looking = both.look();
    await both.pass(THERE_WITHIN_MS);
    expect(looking.at).toBe('primary');
    expect(both.replica.isUsed()).toBe(false);
    expect(both.happened).toEqual(['in doubt', 'primary']);
    const next = both.look();
    await both.pass(0);
    expect(next.at).toBe('primary');
  });

  it('is read from again once it has been found to have everything twice: to have caught up, and to keep up', async () => {
    const both = await openUsed();
    both.state.replica = 'behind';
    await lookOnce(both);
    both.state.replica = 'there';
    both.asked.length = 0;
    await both.pass(LEFT_FOR_MS);
    await lookOnce(both, 0);
    expect(both.asked).toEqual([]);
    await both.pass(1);
    await lookOnce(both, 0);
    expect(both.replica.isUsed()).toBe(false);
    await lookOnce(both, 0);
    expect(both.replica.isUsed()).toBe(true);
    expect(both.asked).toEqual([
      { lines: LINES, floor: FLOOR },
      { lines: LINES, floor: FLOOR },
    ]);
    expect(both.happened).toEqual(['in doubt', 'primary', 'in doubt', 'replica']);
  });

  it('is looked for again after as long where it has not caught up', async () => {
    const both = await openUsed();
    both.state.replica = 'behind';
    await lookOnce(both);
    expect(await leftForMs(both)).toBe(LEFT_FOR_MS + 50);
    await both.pass(THERE_WITHIN_MS);
    expect(await leftForMs(both)).toBe(LEFT_FOR_MS + 50 - THERE_WITHIN_MS);
    expect(both.happened).toEqual(['in doubt', 'primary']);
  });

  it('is left for twice as long each time that it does so again soon, up to two seconds', async () => {
    const both = await openUsed();
    const leftMs: number[] = [];
    for (let times = 0; times < 4; times += 1) leftMs.push(await fallBehind(both));
    expect(leftMs).toEqual([LEFT_FOR_MS, 1_000, LEFT_AT_MOST_MS, LEFT_AT_MOST_MS].map((ms) => ms + 50));
    await both.pass(SOON_MS);
    expect(await fallBehind(both)).toBe(LEFT_FOR_MS + 50);
  });
});

it('a replica that was left while somebody waited for it, and is there, is read from', async () => {
  const both = await openUsed();
  both.state.replica = 'behind';
  both.look();
  await both.pass(100);
  both.replica.leave();
  both.state.replica = 'there';
  await both.pass(THERE_WITHIN_MS - 101);
  expect(both.replica.isUsed()).toBe(true);
  expect(both.happened).toEqual(['in doubt', 'primary', 'in doubt', 'replica']);
});

describe('a replica that says nothing', () => {
  it('is left, and what it was asked for is broken off, once', async () => {
    const both = await openUsed();
    both.state.replica = 'silent';
    await lookOnce(both);
    await lookOnce(both);
    expect(both.happened).toEqual(['in doubt', 'primary', 'given up']);
  });

  it('is only behind where it has said that it has not everything yet', async () => {
    const both = await openUsed();
    both.state.replica = 'behind';
    both.look();
    await both.pass(100);
    both.state.replica = 'silent';
    await both.pass(THERE_WITHIN_MS - 100);
    expect(both.happened).toEqual(['in doubt', 'primary']);
  });

  it('is found to be silent where no connection to it lasts until an answer', async () => {
    const both = await openUsed();
    both.state.replica = 'cut off';
    await lookOnce(both);
    expect(both.happened).toEqual(['in doubt', 'primary', 'given up']);
  });
});

describe('a primary that is away', () => {
  it.each([
    ['cannot be connected to', 'away', true],
    ['says nothing for two seconds', 'silent', false],
  ] as const)('(%s) leaves the replica alone, which is read from as it is', async (_, primary, isAtOnce) => {
    const both = await openUsed();
    await both.pass(KNOWN_FOR_MS + 1);
    both.state.primary = primary;
    await lookOnce(both, PRIMARY_WITHIN_MS - 1);
    expect(both.replica.isAlone()).toBe(isAtOnce);
    await both.pass(1);
    expect(both.replica.isAlone()).toBe(true);
    both.replica.doubt();
    expect(both.replica.isUsed()).toBe(true);
    expect(both.happened).toEqual(['in doubt', 'replica alone']);
  });

  it('is not waited for any more, and the replica is looked at', async () => {
    const both = await openUsed();
    both.state.canWrite = false;
    both.state.primary = 'silent';
    await lookOnce(both, PRIMARY_WITHIN_MS);
    const looking = both.look();
    await both.pass(0);
    expect(looking.at).toBe('replica');
  });

  it('but may yet be changed, as far as is known, has nobody know what has changed', async () => {
    const both = await openUsed();
    both.state.primary = 'away';
    const looking = both.look();
    await both.pass(0);
    expect(looking.at).toBe('neither');
    expect(both.replica.isUsed()).toBe(true);
  });

  it('is none of which a look says that it has a fault', async () => {
    const both = await openUsed();
    const fault = new Error('a fault');
    await expect(both.replica.ask(() => Promise.reject(fault))).rejects.toBe(fault);
    expect(both.happened).toEqual([]);
  });

  it('is asked at once whether it is back, then a second after each answer, by those who look', async () => {
    const both = await openUsed();
    both.state.primary = 'away';
    both.replica.goAlone();
    await both.pass(0);
    expect(both.probes()).toBe(1);
    for (let ms = 0; ms < PRIMARY_AGAIN_MS; ms += 100) await lookOnce(both, 100);
    expect(both.probes()).toBe(1);
    await both.pass(1);
    await lookOnce(both, 0);
    expect(both.probes()).toBe(2);
  });

  it('is asked by one at a time, who waits for two seconds', async () => {
    const both = await openUsed();
    both.state.primary = 'silent';
    both.replica.goAlone();
    for (let ms = 0; ms < PRIMARY_WITHIN_MS; ms += 100) await lookOnce(both, 100);
    expect(both.probes()).toBe(1);
    await both.pass(PRIMARY_AGAIN_MS + 1);
    await lookOnce(both, 0);
    expect(both.probes()).toBe(2);
  });

  it('is asked at once where something may have been changed, and by nobody while it is there', async () => {
    const both = await openUsed();
    both.replica.doubt();
    await both.pass(0);
    expect(both.probes()).toBe(0);
    both.state.primary = 'away';
    both.replica.goAlone();
    await both.pass(0);
    both.replica.doubt();
    await both.pass(0);
    expect(both.probes()).toBe(2);
  });

  it('is read from once it is back, until the replica is found to have everything', async () => {
    const both = await openUsed();
    both.state.primary = 'away';
    both.replica.goAlone();
    await both.pass(0);
    both.state.primary = 'there';
    both.asked.length = 0;
    await both.pass(PRIMARY_AGAIN_MS + 1);
    await lookOnce(both, 0);
    expect(both.replica.isAlone()).toBe(false);
    expect(both.replica.isUsed()).toBe(false);
    await lookOnce(both, 0);
    expect(both.replica.isUsed()).toBe(true);
    expect(both.asked).toEqual([{ lines: LINES, floor: FLOOR }]);
    expect(both.happened).toEqual(['in doubt', 'replica alone', 'in doubt', 'replica']);
  });
});

it('each turn is told once, after all is in doubt that was read before', async () => {
  const both = await openUsed();
  both.state.primary = 'away';
  both.replica.leave();
  both.replica.leave();
  both.replica.goAlone();
  both.replica.goAlone();
  await both.pass(0);
  both.state.primary = 'there';
  both.replica.doubt();
  await both.pass(0);
  // It had been left before it was alone.
  const turns = ['primary', 'replica alone', 'primary'];
  expect(both.happened).toEqual(turns.flatMap((from) => ['in doubt', from]));
});
