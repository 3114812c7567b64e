/** The audit log as it is read: its entries with the people in them, as far as the shop still knows who they are. */
import { sql } from 'kysely';
import type { AuditFilter } from '#contract/audit.ts';
import type { AuthorKind } from '#domain/audit/acts.ts';
import type { Facts } from '#domain/audit/facts.ts';
import type { Querier } from '#server/platform/db/database.ts';
import { COUNTED_TO } from '#server/platform/page-headers.ts';

export type AuditRow = {
  readonly id: number;
  readonly happened_at: Date;
  readonly act: string;
  readonly author_kind: AuthorKind;
  readonly author_id: string | null;
  readonly author_email: string | null;
  readonly author_name: string | null;
  readonly object_kind: string | null;
  readonly object_id: string | null;
  readonly object_name: string | null;
  readonly object_email: string | null;
  readonly object_person: string | null;
  readonly before: Facts | null;
  readonly after: Facts | null;
  readonly address: string;
  readonly user_agent: string;
  readonly request_id: string;
};

const LIKE_WILDCARDS = /[\\%_]/g;
const containing = (text: string) => `%${text.toLowerCase().replaceAll(LIKE_WILDCARDS, '\\$&')}%`;

/** More people than this with a name that is asked for are not looked at. */
const MAX_PEOPLE = 1_000;

/** Which entries are wanted, as a condition on `audit_entry AS entry`. */
function wanted({ person, act, object, objectId, from, to, q }: AuditFilter) {
  const conditions = [sql<boolean>`true`];
  if (act !== undefined) conditions.push(sql`entry.act = ${act}`);
  if (object !== undefined) conditions.push(sql`entry.object_kind = ${object}`);
  if (objectId !== undefined) conditions.push(sql`entry.object_id = ${objectId}`);
  if (from !== undefined) conditions.push(sql`entry.happened_at >= ${from}::timestamptz`);
  if (to !== undefined) conditions.push(sql`entry.happened_at < ${to}::timestamptz`);
  if (q !== undefined && q !== '') conditions.push(sql`entry.words LIKE ${containing(q)}`);
  if (person !== undefined && person !== '') {
    const pattern = containing(person);
    const people = sql`
      SELECT id, subject FROM shop_user
      WHERE lower(email) LIKE ${pattern} OR lower(display_name) LIKE ${pattern}
      ORDER BY id LIMIT ${sql.lit(MAX_PEOPLE)}`;
    conditions.push(sql`(
      entry.author_id IN (SELECT id FROM (${people}) AS found)
      OR (entry.object_kind = 'user' AND entry.object_id IN (SELECT id::text FROM (${people}) AS found))
      OR (entry.object_kind = 'account' AND entry.object_id IN (SELECT subject FROM (${people}) AS found)))`);
  }
  return sql.join(conditions, sql` AND `);
}

/** Entries, newest first, from the one after `before`; and how many there are in all, where that is asked for. */
export async function readAuditEntries(
  db: Querier,
  filter: AuditFilter,
  { limit, before }: { readonly limit: number; readonly before: number | undefined },
): Promise<readonly AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    SELECT entry.id, entry.happened_at, entry.act, entry.author_kind, entry.author_id,
           author.email AS author_email, author.display_name AS author_name,
           entry.object_kind, entry.object_id, entry.object_name,
           person.email AS object_email, person.display_name AS object_person,
           entry.before, entry.after, entry.address, entry.user_agent, entry.request_id
    FROM (
      SELECT * FROM audit_entry AS entry
      WHERE ${wanted(filter)} ${before === undefined ? sql`` : sql`AND entry.id < ${before}::bigint`}
      ORDER BY entry.id DESC
      LIMIT ${sql.lit(limit)}
    ) AS entry
    LEFT JOIN shop_user AS author ON author.id = entry.author_id
    LEFT JOIN LATERAL (
      SELECT email, display_name FROM shop_user
      WHERE (entry.object_kind = 'user' AND shop_user.id::text = entry.object_id)
         OR (entry.object_kind = 'account' AND shop_user.subject = entry.object_id)
      ORDER BY created_at DESC
      LIMIT 1
    ) AS person ON entry.object_kind IN ('user', 'account')
    ORDER BY entry.id DESC`.execute(db);
  return rows;
}

/** How many entries there are, counted to one more than {@link COUNTED_TO}. */
export async function countAuditEntries(db: Querier, filter: AuditFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count
    FROM (SELECT 1 FROM audit_entry AS entry WHERE ${wanted(filter)} LIMIT ${sql.lit(COUNTED_TO + 1)}) AS counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
