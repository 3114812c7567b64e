/**
 * A streaming replica that is read from while it is known to keep up: `ask` has just found that it does. Where it falls behind, or
 * nobody has asked for a second, the primary is read from; where the primary is away, the replica as it is.
 */
import type { Kysely } from 'kysely';
import { Outage } from '../outage.ts';
import type { DB } from './schema.gen.ts';

/** So long the replica may take to get what the primary has: more than it takes, and a wait that nobody minds. */
const THERE_WITHIN_MS = 250;
const LONGEST_PAUSE_MS = 16;
/** What `ask` has found is believed for so long. */
const KNOWN_FOR_MS = 1_000;
/** Who fell behind is not looked at again before that; twice as long each time that it falls behind again soon. */
const LEFT_FOR_MS = 500;
const LEFT_AT_MOST_MS = 2_000;
const SOON_MS = 60_000;
/** A primary that does not answer a question of its own connection so soon counts as away; it is asked again after a while. */
const PRIMARY_WITHIN_MS = 2_000;
const PRIMARY_AGAIN_MS = 1_000;

/** Which of both is read from: the replica keeps up, or does not, or is alone because the primary is away. */
export type ReadFrom = 'replica' | 'primary' | 'replica alone';

/** What a look at the lines of changes has seen, and by which it is known whether the replica has the same. */
export type Looked = {
  /** The oldest transaction that was under way. */
  readonly floor: string;
  /** By their ids: lines of transactions from there on, and all that are new. */
  readonly lines: ReadonlyMap<number, unknown>;
};

/** What the one who keeps watch needs of the databases. */
export type ReplicaDeps = {
  /** The primary, by a connection for this alone: a question must not wait for others. */
  readonly primary: Kysely<DB>;
  readonly replica: Kysely<DB>;
  /**
   * Whether the replica has these lines and, unless the floor is null, all of the transactions before it. By a connection for this alone.
   */
  readonly hasReplayed: (lines: readonly number[], floor: string | null) => Promise<boolean>;
  /** Breaks off what is under way at the replica: it says nothing any more. */
  readonly giveUp: () => void;
  /** Whether anything can be written, as far as is known: then a primary that does not answer may yet be changing. */
  readonly canWrite: () => boolean;
  /** Told each time that another one is read from. */
  readonly tell: (from: ReadFrom) => void;
  /** A clock that only goes forward. */
  readonly nowMs: () => number;
  /** Resolves after so many ms; no process is kept alive by it. */
  readonly wait: (ms: number) => Promise<void>;
};

export type Replica = {
  /** Reads from it, whether it keeps up or not. */
  readonly db: Kysely<DB>;
  /** Whether what is read is read from it. */
  isUsed(): boolean;
  /** Whether the primary is away, as far as is known. */
  isAlone(): boolean;
  /** Something has just been changed: the primary is read from until somebody asks again. */
  doubt(): void;
  /** It can't be connected to. */
  leave(): void;
  /** The primary can't be connected to. */
  goAlone(): void;
  /** Calls the listener each time that another one is read from: what was read last may be newer than what is read next. */
  onTurn(listener: () => void): void;
  /**
   * Looks at the primary. As soon as this resolves, what is read has at least what was seen. While the primary is away, the replica
   * is looked at.
   *
   * @param look throws an `Outage` where that database is away
   * @throws Outage while the primary does not answer, though it may be changing, as far as is known
   */
  ask<Answer extends Looked>(
    look: (db: Kysely<DB>, isOfReplica: boolean) => Promise<Answer>,
  ): Promise<Answer>;
};

export function replicaThatKeepsUp({
  primary,
  replica,
  hasReplayed,
  giveUp,
  canWrite,
  tell,
  nowMs,
  wait,
}: ReplicaDeps): Replica {
  let isAlone = false;
  let keepsUp = true;
  /** Whether it has been found to have everything up to some look, so that what was seen since is all that it has to have. */
  let hasBefore = false;
  let knownAtMs = Number.NEGATIVE_INFINITY;
  let doubtedAtMs = Number.NEGATIVE_INFINITY;
  let leftAtMs = Number.NEGATIVE_INFINITY;
  let leftForMs = LEFT_FOR_MS;
  let isProbing = false;
  let probedAtMs = Number.NEGATIVE_INFINITY;
  let told: ReadFrom = 'replica';
  const listeners: (() => void)[] = [];

  function turn(): void {
    const from = isAlone ? 'replica alone' : keepsUp ? 'replica' : 'primary';
    if (from === told) return;
    told = from;
    for (const listener of listeners) listener();
    tell(from);
  }

  /** It has all that there was at that moment. */
  function noteThere(atMs: number): void {
    knownAtMs = atMs;
    hasBefore = true;
    keepsUp = true;
    turn();
  }

  function noteBehind(): void {
    if (!keepsUp) return;
    const isSoon = nowMs() - leftAtMs < SOON_MS;
    leftForMs = isSoon ? Math.min(2 * leftForMs, LEFT_AT_MOST_MS) : LEFT_FOR_MS;
    leftAtMs = nowMs();
    hasBefore = false;
    keepsUp = false;
    turn();
  }

  async function reach(looked: Looked, atMs: number): Promise<void> {
    if (!keepsUp) {
      if (nowMs() - leftAtMs > leftForMs) void comeBack(looked);
      return;
    }
    const found = await arrival(looked, hasBefore ? null : looked.floor);
    if (found === 'there') noteThere(atMs);
    else noteBehind();
    if (found === 'silent') giveUp();
  }

  /** Nobody waits for this: where it has caught up, the next look sees whether it has everything. */
  async function comeBack(looked: Looked): Promise<void> {
    leftAtMs = nowMs();
    if ((await arrival(looked, looked.floor)) !== 'there') return;
    keepsUp = true;
    turn();
  }

  /** Whether the replica has what was seen, or gets it within a moment; or says nothing at all. */
  async function arrival({ lines }: Looked, floor: string | null): Promise<'there' | 'behind' | 'silent'> {
    const untilMs = nowMs() + THERE_WITHIN_MS;
    let hasAnswered = false;
    const arrive = async () => {
      for (let pauseMs = 1; nowMs() < untilMs; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
        // A connection that was lost meanwhile says nothing of the server.
        const answer = await hasReplayed([...lines.keys()], floor).catch(() => undefined);
        if (answer === true) return true;
        hasAnswered ||= answer === false;
        await wait(pauseMs);
      }
      return false;
    };
    if (await within(THERE_WITHIN_MS, arrive())) return 'there';
    return hasAnswered ? 'behind' : 'silent';
  }

  /** Undefined where it does not come so soon. */
  const within = <T>(ms: number, coming: Promise<T>): Promise<T | undefined> =>
    Promise.race([coming, wait(ms).then(() => undefined)]);

  function goAlone(): void {
    isAlone = true;
    hasBefore = false;
    turn();
  }

  /** Asks the primary, beside everything else, whether it is there again. */
  async function probe(): Promise<void> {
    if (isProbing) return;
    isProbing = true;
    const isBack = await within(PRIMARY_WITHIN_MS, isThere(primary));
    [isProbing, probedAtMs] = [false, nowMs()];
    if (isBack) isAlone = false;
    turn();
  }

  /** Undefined where it is away. */
  async function lookAtPrimary<Answer extends Looked>(
    look: (db: Kysely<DB>, isOfReplica: boolean) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    try {
      return await within(PRIMARY_WITHIN_MS, look(primary, false));
    } catch (error) {
      if (error instanceof Outage) return undefined;
      throw error;
    }
  }

  return {
    db: replica,
    isUsed: () => isAlone || (hasBefore && knownAtMs > doubtedAtMs && nowMs() - knownAtMs <= KNOWN_FOR_MS),
    isAlone: () => isAlone,
    doubt() {
      doubtedAtMs = nowMs();
      // Whoever could change something has found it there.
      if (isAlone) void probe();
    },
    leave: noteBehind,
    goAlone() {
      goAlone();
      void probe();
    },
    onTurn: (listener) => void listeners.push(listener),
    async ask(look) {
      if (!isAlone) {
        const atMs = nowMs();
        const answer = await lookAtPrimary(look);
        if (answer !== undefined) {
          await reach(answer, atMs);
          return answer;
        }
        goAlone();
      }
      if (nowMs() - probedAtMs > PRIMARY_AGAIN_MS) void probe();
      if (canWrite()) throw new Outage('The primary does not answer', { cause: undefined });
      return look(replica, true);
    },
  };
}

async function isThere(db: Kysely<DB>): Promise<boolean> {
  try {
    await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute();
    return true;
  } catch {
    return false;
  }
}
