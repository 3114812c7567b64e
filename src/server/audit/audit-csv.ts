/** The audit log as a file for a spreadsheet. */
import type { AuditFilter } from '#contract/audit.ts';
import { ACTS, isAct } from '#domain/audit/acts.ts';
import type { Facts } from '#domain/audit/facts.ts';
import { type CsvRow, csvBytes } from '#server/platform/csv-bytes.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type AuditRow, readAuditEntries } from '#server/read-models/audit-entries.ts';

const COLUMNS = [
  ...['number', 'time', 'act', 'inWords', 'by', 'byName', 'byId', 'object', 'objectId', 'objectName'],
  ...['before', 'after', 'address', 'userAgent', 'requestId'],
];
const BATCH_ROWS = 1_000;
const MAX_ROWS = 100_000;

/** All entries that a filter lets through, newest first, 100,000 at most. */
export function auditCsv(db: Db, filter: AuditFilter): AsyncIterable<Uint8Array> {
  return csvBytes(COLUMNS, batches(db, filter));
}

async function* batches(db: Db, filter: AuditFilter): AsyncGenerator<readonly CsvRow[]> {
  let before: number | undefined;
  for (let given = 0; given < MAX_ROWS; given += BATCH_ROWS) {
    const rows = await readAuditEntries(db, filter, { limit: BATCH_ROWS, before });
    yield rows.map(csvRow);
    before = rows.at(-1)?.id;
    if (rows.length < BATCH_ROWS) return;
  }
}

function csvRow(row: AuditRow): CsvRow {
  return {
    number: row.id,
    time: row.happened_at.toISOString(),
    act: row.act,
    inWords: isAct(row.act) ? ACTS[row.act] : '',
    by: row.author_email ?? row.author_kind,
    byName: row.author_name ?? '',
    byId: row.author_id ?? '',
    object: row.object_kind ?? '',
    objectId: row.object_id ?? '',
    objectName: row.object_name ?? row.object_email ?? '',
    before: textOf(row.before),
    after: textOf(row.after),
    address: row.address,
    userAgent: row.user_agent,
    requestId: row.request_id,
  };
}

/** "price: 12.50 USD; name: Brake disc". */
function textOf(facts: Facts | null): string {
  return Object.entries(facts ?? {})
    .map(([name, fact]) => `${name}: ${fact ?? '–'}`)
    .join('; ');
}
