/** The only writer of the audit log. Nothing here changes or forgets an entry; the database would refuse it. */
import type { Act, AuditObjectKind, AuthorKind } from '#domain/audit/acts.ts';
import type { Facts } from '#domain/audit/facts.ts';
import type { Querier } from '#server/platform/db/database.ts';

export type NewEntry = {
  readonly happenedAt: Date;
  readonly act: Act;
  readonly authorKind: AuthorKind;
  readonly authorId: string | null;
  readonly object: {
    readonly kind: AuditObjectKind;
    readonly id: string;
    readonly name: string | null;
  } | null;
  readonly before: Facts | null;
  readonly after: Facts | null;
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
};

export async function insertEntry(db: Querier, entry: NewEntry): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({
      happened_at: entry.happenedAt,
      act: entry.act,
      author_kind: entry.authorKind,
      author_id: entry.authorId,
      object_kind: entry.object?.kind ?? null,
      object_id: entry.object?.id ?? null,
      object_name: entry.object?.name ?? null,
      before: entry.before === null ? null : JSON.stringify(entry.before),
      after: entry.after === null ? null : JSON.stringify(entry.after),
      address: entry.address,
      user_agent: entry.userAgent,
      request_id: entry.requestId,
    })
    .execute();
}
