/**
 * Writing into the audit log: who did what to what, from where, with old and new values, in the transaction of the change.
 *
 * A handler of an operation that declares `audit` gets an `Audit` of that act and of its caller. What is done without a
 * call has one of its own: `auditOfCommand`, `auditOfShop`.
 */
import { type Act, type AuditObjectKind, type AuthorKind, isAct } from '#domain/audit/acts.ts';
import { type Facts, keepable } from '#domain/audit/facts.ts';
import type { Db, Querier } from '#server/platform/db/database.ts';
import type { AuditedCall, AuditPage } from '#server/platform/serve/run.ts';
import { insertEntry } from './audit-store.ts';

export type AuditObject = {
  readonly kind: AuditObjectKind;
  readonly id: string | number;
  /** What a person calls it; none for people, whose names are looked up when the log is read. */
  readonly name?: string | undefined;
};

export type AuditEntry = {
  readonly object?: AuditObject;
  readonly before?: Facts;
  readonly after?: Facts;
  /** Another act than the call's own, where it came out otherwise: a sign-in that failed. */
  readonly act?: Act;
  /** The id of the user who did it, where the call carries no token that says so: somebody who signs in. */
  readonly by?: string | undefined;
};

export type Audit = {
  /** Writes an entry. Give it the transaction of the change: then there is never one without the other. */
  write(db: Querier, entry: AuditEntry): Promise<void>;
  /** Says that there is nothing to keep of this call: nothing changed, or nothing that is the log's business. */
  nothingToKeep(): void;
};

/** Where an act came from; empty where that is not known. */
type Origin = { readonly address: string; readonly userAgent: string; readonly requestId: string };
type Author = { readonly kind: AuthorKind; readonly id: string | null };

const NOWHERE: Origin = { address: '', userAgent: '', requestId: '' };
const UNPRINTABLE = /[^\x20-\x7e]+/g;

function entryWriter(act: Act, author: Author, origin: Origin, now: () => Date) {
  return (db: Querier, entry: AuditEntry): Promise<void> => {
    const { object, before, after } = entry;
    return insertEntry(db, {
      happenedAt: now(),
      act: entry.act ?? act,
      authorKind: entry.by === undefined ? author.kind : 'person',
      authorId: entry.by ?? author.id,
      object: object === undefined ? null : { ...object, id: String(object.id), name: object.name ?? null },
      before: before === undefined ? null : keepable(before),
      after: after === undefined ? null : keepable(after),
      ...origin,
    });
  };
}

/** The audit log for what the command line does. */
export const auditOfCommand = (act: Act, now: () => Date): Audit => ({
  write: entryWriter(act, { kind: 'command', id: null }, NOWHERE, now),
  nothingToKeep() {},
});

/** The audit log for what the shop does by itself, in a job for instance. */
export const auditOfShop = (act: Act, now: () => Date): Audit => ({
  write: entryWriter(act, { kind: 'shop', id: null }, NOWHERE, now),
  nothingToKeep() {},
});

export type AuditDeps = {
  readonly db: Db;
  readonly log: { error(fields: object, message: string): void };
  readonly now: () => Date;
  /** The id of the user who calls; undefined for others. */
  readonly userIdOf: (caller: AuditedCall['caller']) => string | undefined;
};

/** How an entry is marked that its operation has left to the door, and which so was not written with the change. */
export const WRITTEN_LATE = { written: 'after the change' } as const;

/**
 * Opens the audit log for calls. A call that succeeded and has written nothing, nor said that there is nothing to keep, is
 * a defect: it is told to the log of the server, and written all the same, with the call's parameters.
 */
export function openAuditLog({ db, log, now, userIdOf }: AuditDeps): (call: AuditedCall) => AuditPage {
  return (call) => {
    const { act } = call;
    if (!isAct(act)) throw new Error(`${act} is no act that the audit log knows`);
    const userId = userIdOf(call.caller);
    const author: Author =
      userId === undefined ? { kind: 'nobody', id: null } : { kind: 'person', id: userId };
    const writeEntry = entryWriter(act, author, originOf(call), now);
    let isSeenTo = false;
    const audit: Audit = {
      write(on, entry) {
        isSeenTo = true;
        return writeEntry(on, entry);
      },
      nothingToKeep() {
        isSeenTo = true;
      },
    };
    return {
      audit,
      async finish() {
        if (isSeenTo) return;
        log.error({ act, requestId: call.requestId }, 'a call has written nothing into the audit log');
        await writeEntry(db, { after: { ...factsOf(call.params), ...WRITTEN_LATE } });
      },
    };
  };
}

const originOf = ({ address, userAgent, requestId }: AuditedCall): Origin => ({
  address: address.replace(UNPRINTABLE, ' ').slice(0, 100),
  userAgent: userAgent.replace(UNPRINTABLE, ' ').slice(0, 300),
  requestId,
});

function factsOf(params: unknown): Facts {
  return Object.fromEntries(
    Object.entries(typeof params === 'object' && params !== null ? params : {}).map(([name, value]) => [
      name,
      String(value),
    ]),
  );
}
