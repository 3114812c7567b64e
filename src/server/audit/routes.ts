/** The operations of the audit log. */
import type { AuditEntryBody, AuditFilter, audit } from '#contract/audit.ts';
import type { Handlers } from '#contract/kernel/operation.ts';
import { decodeCursor, encodeCursor } from '#domain/paging.ts';
import { COUNTED_TO, cutPage, pageHeaders } from '#server/platform/page-headers.ts';
import { type AuditRow, countAuditEntries, readAuditEntries } from '#server/read-models/audit-entries.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { auditCsv } from './audit-csv.ts';
import { exportedList, given } from './exported-list.ts';

export function auditHandlers(
  deps: Pick<ShopDeps, 'databases' | 'now'>,
): Handlers<typeof audit, ShopCallers> {
  // From the primary: an admin finds at once what they have just done.
  const db = deps.databases.write;
  return {
    auditList: async ({ query }) => {
      const { limit, cursor, ...filter } = query;
      const [rows, total] = await Promise.all([
        readAuditEntries(db, filter, { limit: limit + 1, before: placeOf(cursor) }),
        countAuditEntries(db, filter),
      ]);
      const page = cutPage(rows, limit);
      const next = page.last && encodeCursor([page.last.id]);
      return {
        body: page.rows.map(entryBody),
        headers: pageHeaders('/audit', { limit, ...filter }, next, total, COUNTED_TO),
      };
    },
    auditExport: ({ query, audit: log }) =>
      exportedList({ db, now: deps.now }, log, {
        names: ['audit-log'],
        narrowedTo: namelessly(query),
        bytes: auditCsv(db, query),
      }),
  };
}

/** The id in a cursor; undefined, which begins from the start, for anything that is none of ours. */
function placeOf(cursor: string | undefined): number | undefined {
  const [id = ''] = (cursor === undefined ? undefined : decodeCursor(cursor, 1)) ?? [];
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

function entryBody(row: AuditRow): AuditEntryBody {
  return {
    _id: String(row.id),
    at: row.happened_at.toISOString(),
    act: row.act,
    by: { kind: row.author_kind, id: row.author_id, email: row.author_email, name: row.author_name },
    object:
      row.object_kind === null || row.object_id === null
        ? null
        : {
            kind: row.object_kind,
            id: row.object_id,
            label: row.object_name,
            email: row.object_email,
            name: row.object_person,
          },
    before: row.before,
    after: row.after,
    address: row.address,
    userAgent: row.user_agent,
    requestId: row.request_id,
  };
}

/** What the log keeps of what somebody looked for in it. */
function namelessly({ objectId, person, q, ...others }: AuditFilter): Record<string, string | undefined> {
  return { ...others, objectId: given(objectId), person: given(person), q: given(q) };
}
