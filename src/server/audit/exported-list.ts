/** Lists that only owners see, as files. Who took which of them is in the audit log: it leaves the shop with people's names. */
import type { FileAnswer } from '#contract/kernel/operation.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Audit } from './audit.ts';

type Deps = { readonly db: Db; readonly now: () => Date };

export type ExportedList = {
  /** What the file is called, before the day. */
  readonly names: readonly (string | undefined)[];
  /** What makes it less than the whole list, as the log keeps it. */
  readonly narrowedTo: Readonly<Record<string, string | undefined>>;
  readonly bytes: AsyncIterable<Uint8Array>;
};

/** What the log keeps of words or of a person that somebody looked for: that they did, not which. It has no names. */
export const given = (value: string | undefined): 'given' | undefined =>
  value === undefined || value === '' ? undefined : 'given';

/** Such a list as a CSV file; it is in the log before the first of it is sent. */
export async function exportedList(
  { db, now }: Deps,
  audit: Audit,
  { names, narrowedTo, bytes }: ExportedList,
): Promise<FileAnswer> {
  const day = now().toISOString().slice(0, 10);
  const fileName = `${[...names, day].filter(Boolean).join('-')}.csv`;
  const after = Object.fromEntries(
    Object.entries(narrowedTo).flatMap(([what, value]) => (value === undefined ? [] : [[what, value]])),
  );
  await audit.write(db, { object: { kind: 'file', id: fileName }, after });
  return { contentType: 'text/csv; charset=utf-8', bytes, fileName };
}
