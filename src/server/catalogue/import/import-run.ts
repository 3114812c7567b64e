/**
 * Imports as things of their own: checked, then applied in batches that are each atomic. The place up to which a batch
 * came is written in the batch's own transaction, so whoever goes on after an interruption, and however often, applies
 * each batch once.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { refuse, refuseWith } from '#domain/refusal.ts';
import { auditOfCommand, auditOfShop } from '#server/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction, isFull, tookTooLong, violatedConstraint } from '#server/platform/db/transaction.ts';
import { Outage } from '#server/platform/outage.ts';
import { refreshSearch } from '../part-store.ts';
import { type Acting, type FileKind, makeRoom, whyNotLeftOut } from './file-kind.ts';
import {
  copyBatch,
  dropSpoiled,
  type FoundErrors,
  findBlockingError,
  findTakenWithin,
  insertFound,
  insertTwice,
  moveGroups,
  NO_ERRORS,
} from './import-row-store.ts';
import {
  beginApplying,
  endRun,
  findRun,
  lockRun,
  noteApplied,
  noteChecked,
  type RunRow,
  runUnderWay,
} from './import-run-store.ts';
import { fileKindOf } from './kinds.ts';
import type { ImportDeps } from './receive-file.ts';

/** Rows that are applied together. */
export const BATCH_ROWS = 5_000;
/** Tries of a batch that fails by what the shop does beside it, or by a fault. */
const MAX_TRIES = 3;
/** Constraints that hold after a check unless somebody else was faster. */
const KEPT_BY_OTHERS: ReadonlySet<string> = new Set(['part_brand_number', 'stock_level_check']);
const BATCH_TIMEOUT = sql`SET LOCAL statement_timeout = '10min'`;

/** What became of a step: `idle` where the import is over, waits for its owner, or is worked on by somebody else. */
export type Step = 'more' | 'idle';

/** Applies a checked import from now on; `whenBegun` runs in the same transaction and is given what it applies. */
export async function applyImport(
  deps: ImportDeps,
  id: string,
  { skipErrors }: { readonly skipErrors: boolean },
  whenBegun: (tx: Tx, run: RunRow) => Promise<void> = async () => {},
) {
  const db = deps.databases.write;
  const run = await findRun(db, id);
  if (run === undefined) return refuse('NOT_FOUND');
  if (run.state !== 'checked' || run.rows_staged === 0) return refuse('IMPORT_NOT_CHECKED');
  if (run.bad_rows > 0) {
    const blocking = await findBlockingError(db, id);
    const why =
      blocking === undefined ? undefined : `${whyNotLeftOut(blocking)}. Mend the file and bring it again.`;
    if (blocking !== undefined || !skipErrors)
      return refuseWith('IMPORT_HAS_ERRORS', { badRows: run.bad_rows }, why);
  }
  try {
    return await inTransaction(db, async (tx) => {
      if (!(await beginApplying(tx, id, skipErrors))) return refuse('IMPORT_NOT_CHECKED');
      await whenBegun(tx, run);
      return { importId: id };
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'import_run_under_way') throw error;
    const other = await runUnderWay(db, run.kind);
    return refuseWith('IMPORT_UNDER_WAY', { importId: other?.id ?? '' });
  }
}

/** Stops an import between two batches; `whenCancelled` runs in the same transaction and is given what was stopped. */
export async function cancelImport(
  deps: ImportDeps,
  id: string,
  whenCancelled: (tx: Tx, run: RunRow) => Promise<void> = async () => {},
) {
  return inTransaction(deps.databases.write, async (tx) => {
    const run = await findRun(tx, id);
    if (run === undefined) return refuse('NOT_FOUND');
    const from = ['reading', 'checking', 'checked', 'applying'] as const;
    if (!(await endRun(tx, id, { from, as: 'cancelled' }, deps.now()))) return refuse('IMPORT_OVER');
    await whenCancelled(tx, run);
    return { importId: id };
  });
}

/**
 * Checks or applies the next batch of an import. A batch that fails for good ends its import, and says so in it; an outage
 * of the database is thrown, for a later try.
 */
export async function workOnImport(deps: ImportDeps, id: string): Promise<Step> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(deps.databases.write, async (tx) => {
        await BATCH_TIMEOUT.execute(tx);
        const run = await lockRun(tx, id);
        if (run === undefined) return 'idle';
        const kind = fileKindOf(run.kind);
        const acting: Acting = { exchange: deps.exchange, now: deps.now(), actorId: run.actor_id };
        return run.state === 'checking'
          ? checkBatch(tx, run, kind, acting)
          : applyBatch(tx, run, kind, acting);
      });
    } catch (error) {
      // What passes by itself is for the job's next try.
      if (error instanceof Outage && !isFull(error) && !tookTooLong(error)) throw error;
      // Somebody else was faster; the next look will find it.
      const isCrossed = KEPT_BY_OTHERS.has(violatedConstraint(error) ?? '');
      if (tries < MAX_TRIES) {
        await wait(isCrossed ? 50 : 500);
        continue;
      }
      deps.log.error({ err: error, importId: id }, 'an import failed');
      await failRun(deps, id, isFull(error) ? NO_ROOM : FAILED);
      return 'idle';
    }
  }
}

const NO_ROOM =
  'The disk of the database is full. What was applied stays; make room, and bring the same file again: it does the rest.';
const FAILED =
  'The shop could not go on with the next rows. What it has applied stays; bringing the same file again does the rest. The log says what happened.';

/** Ends an import that cannot go on. What it has changed until then is told by the audit log, too. */
async function failRun({ databases, now }: ImportDeps, id: string, failure: string): Promise<void> {
  await inTransaction(databases.write, async (tx) => {
    const end = { from: ['checking', 'applying'], as: 'failed', failure } as const;
    if (!(await endRun(tx, id, end, now()))) return;
    const run = await findRun(tx, id);
    if (run !== undefined) await noteFinished(tx, run, 'failed', now());
  });
}

async function checkBatch(tx: Tx, run: RunRow, kind: FileKind, acting: Acting): Promise<Step> {
  const startedMs = performance.now();
  const twice = run.done_key === '' ? await checkWhole(tx, run, kind) : NO_ERRORS;
  await makeRoom(tx, kind);
  const done = await copyBatch(tx, run, kind, { rows: BATCH_ROWS, good: false });
  let foreseen = { inserted: 0, changed: 0 };
  let found: FoundErrors = NO_ERRORS;
  if (done !== undefined) {
    found = await insertFound(tx, run.id, kind.table, kind.check(acting));
    await dropSpoiled(tx, run.id, kind.table);
    foreseen = await kind.foresee(tx, acting);
  }
  await noteChecked(tx, run.id, {
    done,
    errors: twice.errors + found.errors,
    badRows: twice.badRows + found.badRows,
    foreseen,
    workedMs: Math.round(performance.now() - startedMs),
  });
  return done === undefined ? 'idle' : 'more';
}

/** What only all rows of a file together tell. */
async function checkWhole(tx: Tx, run: RunRow, kind: FileKind): Promise<FoundErrors> {
  if (kind.other === undefined) return NO_ERRORS;
  await sql`SET LOCAL work_mem = '64MB'`.execute(tx);
  const twice = await insertTwice(tx, run.id, kind.other);
  const moves = groupTogether(await findTakenWithin(tx, run.id, MAX_SWAPPING + 1));
  if (moves.length > 0) await moveGroups(tx, run.id, moves);
  return twice;
}

/** More parts than this that swap their numbers are judged one by one, in the order of their SKUs. */
const MAX_SWAPPING = 20_000;

/** Parts that swap numbers, or hand them on, must be applied together: group → the group of the first of them. */
export function groupTogether(pairs: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  if (pairs.length > MAX_SWAPPING) return [];
  const leaders = new Map<string, string>();
  const leaderOf = (key: string): string => {
    let at = key;
    for (let up = leaders.get(at); up !== undefined; up = leaders.get(at)) at = up;
    return at;
  };
  for (const [one, other] of pairs) {
    const [a, b] = [leaderOf(one), leaderOf(other)];
    if (a < b) leaders.set(b, a);
    else if (b < a) leaders.set(a, b);
  }
  return [...leaders.keys()].map((key) => [key, leaderOf(key)] as const);
}

/** The whole of an import is one entry of the audit log: its rows are what the file says, and too many to tell. */
async function noteFinished(tx: Tx, run: RunRow, state: 'applied' | 'failed', now: Date): Promise<void> {
  const { actor_id: by } = run;
  const auditOf = by === null ? auditOfCommand : auditOfShop;
  await auditOf('import.finished', () => now).write(tx, {
    ...(by !== null && { by }),
    object: { kind: 'import', id: run.id, name: run.file_name },
    after: {
      kind: run.kind,
      state,
      added: run.inserted_count,
      changed: run.updated_count,
      leftOut: run.bad_rows,
    },
  });
}

async function applyBatch(tx: Tx, run: RunRow, kind: FileKind, acting: Acting): Promise<Step> {
  const startedMs = performance.now();
  // Imports of other kinds would lock the same parts crosswise.
  await sql`SELECT pg_advisory_xact_lock(hashtext('mainshaft import'))`.execute(tx);
  await makeRoom(tx, kind);
  const done = await copyBatch(tx, run, kind, { rows: BATCH_ROWS, good: true });
  if (done === undefined) {
    if (await endRun(tx, run.id, { from: ['applying'], as: 'applied' }, acting.now))
      await noteFinished(tx, run, 'applied', acting.now);
    return 'idle';
  }
  // The shop went on since the check: what is wrong by now is left out and told.
  const told = await insertFound(tx, run.id, kind.table, kind.check(acting));
  if (told.errors > 0) await dropSpoiled(tx, run.id, kind.table);
  const merged = await kind.merge(tx, acting);
  await refreshSearch(tx, merged.partIds);
  await noteApplied(tx, run.id, {
    done,
    ...told,
    merged,
    workedMs: Math.round(performance.now() - startedMs),
  });
  return 'more';
}
