/** What of the audit log is shown, as it stands in the address: days are the reader's own. */
import { ACTS, type Act, AUDIT_OBJECTS, type AuditObjectKind } from '#domain/audit/acts.ts';
import { searchText, searchWord } from '#web/addresses/search-params.ts';

export type AuditSearch = {
  readonly person?: string;
  readonly act?: Act;
  readonly object?: AuditObjectKind;
  readonly objectId?: string;
  /** First and last day, `2026-11-21`. */
  readonly from?: string;
  readonly to?: string;
  readonly q?: string;
};

const ACT_NAMES = Object.keys(ACTS) as Act[];
const OBJECT_NAMES = Object.keys(AUDIT_OBJECTS) as AuditObjectKind[];

/** Reads the address; what is none of these is left out. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  return compact({
    person: searchText(search.person, 254),
    act: searchWord(search.act, ACT_NAMES),
    object: searchWord(search.object, OBJECT_NAMES),
    objectId: searchText(search.objectId, 200),
    from: dayOf(search.from),
    to: dayOf(search.to),
    q: searchText(search.q, 200),
  });
}

/** The same without what is undefined or empty. */
export function compact(
  search: { readonly [K in keyof AuditSearch]: AuditSearch[K] | undefined },
): AuditSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  );
}

/** What to ask the shop for: from the beginning of the first day to the end of the last one. */
export function auditFilterOf({ from, to, ...rest }: AuditSearch) {
  return {
    ...rest,
    ...(from !== undefined && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to !== undefined && { to: dayAfter(to).toISOString() }),
  };
}

function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^(19|20)\d\d-\d\d-\d\d$/.test(value)) return undefined;
  return Number.isNaN(new Date(`${value}T00:00:00`).getTime()) ? undefined : value;
}

function dayAfter(day: string): Date {
  const date = new Date(`${day}T00:00:00`);
  // By the calendar: some days are no 24 hours long.
  date.setDate(date.getDate() + 1);
  return date;
}
