/**
 * Public answers, kept as the bytes that were sent while what they show is what it was. What is kept is answered before any
 * router, permission or schema is asked, so only what says the same to everybody may be put here.
 *
 * Another process's change is seen within a second, one's own in the next answer. Nothing is kept without a look at the
 * changes that were made while it was being made.
 */
import { isDeepStrictEqual } from 'node:util';
import { askedLately } from './asked-lately.ts';
import { type Entry, keptEntries, newEntry } from './kept-entries.ts';
import type { ForEverybody, Kept, Made } from './made-answer.ts';
import { noteMoved, restocked } from './moved-stock.ts';
import { type Change, isStockMoved, isTouched, type Shown, touchedBy } from './shown.ts';
import { squeezing } from './squeezing.ts';
import type { Changes } from './trusted-looks.ts';
import { underWay } from './under-way.ts';
import { encodingFor, readsBrotli, type Variant } from './variants.ts';

/** The status of an answer that says that there is nothing at its address any more. */
const GONE = 404;
/** Where the database could not be asked what has changed, nobody asks again for so long. */
const UNASKED_MS = 250;

/** What of a request bears on the answer. */
export type Asked = {
  /** Path and query, as they came. */
  readonly address: string;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** Whether the asker wants what is true now, as a reload does. */
  readonly isImpatient: boolean;
};

export type CacheFigures = {
  hits: number;
  misses: number;
  /** How often a kept answer was given other numbers of units. */
  restocked: number;
  /** How often one that was in doubt was found to be true, in place of being made anew. */
  confirmed: number;
  entries: number;
  bytes: number;
};

/** What is to be sent, and whether the asker has it already. */
export type Found = { readonly variant: Variant; readonly isUnchanged: boolean };

export type AnswerCache = {
  /** What is kept and ready to be sent this moment. */
  find(asked: Asked): Found | undefined;
  /** What is kept and will be ready soon: once it is known what has changed, or it is made in the encoding that is asked for. */
  findSoon(asked: Asked): Promise<Found | undefined>;
  /** What is kept, else what `make` makes; callers at the same time share one making. */
  through(asked: Asked, make: () => Promise<Made>): Promise<Response>;
  /** The same for code of this process, which makes something else of what is kept. */
  kept(address: string, make: () => Promise<ForEverybody>): Promise<Kept>;
  /**
   * Of what several answers are made from, and which shows this: another number as soon as it may be another, as far as answers
   * know of it. The function throws where the database can't be asked.
   */
  versionOf(shown: Shown): () => Promise<number>;
  /** Something may just have been changed by this process: the next answer must know it. */
  distrust(): void;
  /** Has everything in doubt: something that all answers may tell has changed, which no line says. */
  clear(): void;
  /** Since the start, and now. */
  figures(): CacheFigures;
};

/**
 * @param follow begins to follow changes, telling each to the function that it is given
 * @param maxBytes room for all answers together; 0 keeps nothing
 */
export function answerCache(
  follow: (tell: (change: Change) => void) => Changes,
  maxBytes: number,
  nowMs: () => number,
): AnswerCache {
  const entries = keptEntries(maxBytes, nowMs);
  const noteBrotliHit = squeezing(entries);
  const makings = underWay<Entry | Response>();
  const lately = askedLately();
  const happened = { hits: 0, misses: 0, restocked: 0, confirmed: 0 };
  const versions: { readonly shown: Shown; number: number }[] = [];
  let unaskedFromMs = Number.NEGATIVE_INFINITY;

  function take(change: Change): void {
    for (const version of versions) if (isTouched(version.shown, change)) version.number += 1;
    makings.note(change);
    for (const [address, entry] of entries.all()) {
      const touched = touchedBy(entry.answer.shown, change);
      if (touched === 'nothing') continue;
      if (isStockMoved(change) && !noteMoved(entry, change)) entries.drop(address, entry);
      else if (touched === 'anything') entry.isTouched = true;
    }
  }

  /** The answer as it is by now, in the place of the one that is kept; undefined where it has to be made anew. */
  function followed(address: string, entry: Entry): Entry | undefined {
    if (entry.moved.size === 0) return entry;
    const next = restocked(entry);
    if (next === undefined) {
      entries.drop(address, entry);
      return undefined;
    }
    happened.restocked += 1;
    entries.replace(address, next);
    return next;
  }
  const changes = follow(take);

  function hit(address: string, entry: Entry, acceptEncoding: string | undefined): void {
    entry.wasUsed = true;
    happened.hits += 1;
    if (readsBrotli(encodingFor(acceptEncoding))) noteBrotliHit(address, entry);
  }

  function sureAt(address: string): Entry | undefined {
    const entry = entries.at(address);
    return entry !== undefined && entries.isSure(entry) ? entry : undefined;
  }

  function keptAt(address: string): Entry | undefined {
    const entry = sureAt(address);
    return entry && followed(address, entry);
  }

  async function inEncoding({ address, acceptEncoding, ifNoneMatch }: Asked, entry: Entry): Promise<Found> {
    const variant = await entry.variants.make(encodingFor(acceptEncoding));
    entries.takeRoom(address, entry);
    return { variant, isUnchanged: ifNoneMatch !== undefined && entry.variants.isKnownAs(ifNoneMatch) };
  }

  async function respond(asked: Asked, entry: Entry | Response): Promise<Response> {
    if (entry instanceof Response) return entry;
    const { variant, isUnchanged } = await inEncoding(asked, entry);
    return isUnchanged
      ? new Response(null, { status: 304, headers: pairs(variant.headUnchanged) })
      : new Response(variant.bytes, { status: 200, headers: pairs(variant.head) });
  }

  /** An answer for this asker alone. */
  async function makeOnce(make: () => Promise<Made>): Promise<Entry | Response> {
    const made = await make();
    return 'shown' in made ? newEntry(made, nowMs()) : made;
  }

  /** What is kept and in doubt, as it is by now, where nothing that it is made from says anything else. */
  async function confirmed(address: string, { confirm, lineage }: Kept): Promise<ForEverybody | undefined> {
    // What fails now fails again when it is made, and says why.
    const since = await confirm?.().catch(() => undefined);
    const now = entries.at(address);
    if (since === undefined || now?.answer.lineage !== lineage) return undefined;
    const made = followed(address, now)?.answer;
    if (made !== undefined) happened.confirmed += 1;
    return made && { ...made, ...since };
  }

  async function makeAnew(make: () => Promise<Made>): Promise<Made> {
    happened.misses += 1;
    return make();
  }

  /** Makes an answer and keeps it, unless it may not be true any more by then. What is not kept at all is given as it is. */
  async function fill(address: string, seen: readonly Change[], make: () => Promise<Made>) {
    const wasAskedFor = lately.note(address);
    const doubted = entries.at(address)?.answer;
    const made = (doubted?.confirm && (await confirmed(address, doubted))) ?? (await makeAnew(make));
    if (!('shown' in made)) {
      if (made.status === GONE) entries.dropAt(address);
      return made;
    }
    const isTrue = !seen.some((change) => isTouched(made.shown, change));
    const before = entries.at(address);
    const now = before && followed(address, before);
    // Its bytes stay where they are the same, and with them what was made of them.
    if (now !== undefined && isSameAnswer(now.answer, made)) {
      const { sinceMs = nowMs(), shown, confirm } = made;
      if (isTrue) entries.renew(address, now, { sinceMs, shown, confirm });
      return now;
    }
    const entry = newEntry(made, nowMs());
    if (isTrue) entries.keep(address, entry, wasAskedFor && made.givesWay !== true);
    // Of two that were made at the same time, nobody knows which is the later one.
    else if (now !== undefined) now.isTouched = true;
    return entry;
  }

  /** Whether everything that has changed until now is known. */
  async function caughtUp(): Promise<boolean> {
    if (nowMs() - unaskedFromMs <= UNASKED_MS) return false;
    try {
      await changes.catchUp();
      return true;
    } catch {
      unaskedFromMs = nowMs();
      return false;
    }
  }

  /** What is kept, given to somebody. */
  function hitAt(address: string, acceptEncoding: string | undefined): Entry | undefined {
    const entry = keptAt(address);
    if (entry !== undefined) hit(address, entry, acceptEncoding);
    return entry;
  }

  /** What is kept, else a new one. */
  async function findOrMake(
    { address, acceptEncoding, isImpatient }: Omit<Asked, 'ifNoneMatch'>,
    make: () => Promise<Made>,
  ): Promise<Entry | Response> {
    // Where the database can't be asked, the answer will say so better than this could.
    if ((isImpatient || !changes.isTrusted()) && !(await caughtUp())) return makeOnce(make);
    // A replica that is read from has to have caught up for what is not kept, too.
    if (maxBytes === 0) return makeOnce(make);
    const kept = hitAt(address, acceptEncoding);
    if (kept !== undefined) return kept;
    const other = makings.joinable(address);
    if (other !== undefined) {
      const made = await other.catch(() => undefined);
      // A refusal may be the other's alone, such as one of too many requests.
      if (made !== undefined && !(made instanceof Response)) {
        hit(address, made, acceptEncoding);
        return made;
      }
    }
    return makings.begin(address, (seen) => fill(address, seen, make));
  }

  return {
    find({ address, acceptEncoding, ifNoneMatch, isImpatient }) {
      const sure = sureAt(address);
      if (sure === undefined || isImpatient || !changes.isTrusted()) return undefined;
      const entry = followed(address, sure);
      if (entry === undefined) return undefined;
      const variant = entry.variants.made(encodingFor(acceptEncoding));
      if (variant === undefined) return undefined;
      hit(address, entry, acceptEncoding);
      return { variant, isUnchanged: ifNoneMatch !== undefined && entry.variants.isKnownAs(ifNoneMatch) };
    },

    async findSoon(asked) {
      const { address, acceptEncoding, isImpatient } = asked;
      if (sureAt(address) === undefined) return undefined;
      if ((isImpatient || !changes.isTrusted()) && !(await caughtUp())) return undefined;
      const entry = hitAt(address, acceptEncoding);
      return entry && inEncoding(asked, entry);
    },

    through: async (asked, make) => respond(asked, await findOrMake(asked, make)),

    async kept(address, make) {
      const found = await findOrMake({ address, acceptEncoding: undefined, isImpatient: false }, make);
      // Nobody is given another's refusal, and `make` makes none.
      if (found instanceof Response) throw new Error(`${address} was answered for one asker alone`);
      return found.answer;
    },

    versionOf(shown) {
      const version = { shown, number: 0 };
      versions.push(version);
      return async () => {
        if (maxBytes === 0 || !changes.isTrusted()) await changes.catchUp();
        return version.number;
      };
    },

    distrust: () => changes.distrust(),
    clear: () => take('anything'),
    figures: () => ({ ...happened, ...entries.figures() }),
  };
}

/** A request's id is its own: what is kept has that of the first. */
const OF_ONE_REQUEST = 'x-request-id';

function isSameAnswer(one: ForEverybody, other: ForEverybody): boolean {
  const said = ({ headers }: ForEverybody) => [...headers].filter(([name]) => name !== OF_ONE_REQUEST);
  return one.bytes.equals(other.bytes) && isDeepStrictEqual(said(one), said(other));
}

function pairs(head: readonly string[]): [string, string][] {
  return Array.from({ length: head.length / 2 }, (_, at) => [head[2 * at] ?? '', head[2 * at + 1] ?? '']);
}
