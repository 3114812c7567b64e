/** What an admin asks of the audit log. */
import { useMutation } from '@tanstack/react-query';
import { api } from '#web/api.ts';
import { listQuery } from '#web/list-query.ts';
import { saveAnswer } from '#web/save-file.ts';
import { type AuditSearch, auditFilterOf } from './audit-search.ts';

const PAGE_ENTRIES = 50;

/** The log, newest first, page by page. */
export const auditQuery = (search: AuditSearch) => ({
  ...listQuery(['audit', search], (cursor, signal) =>
    api().auditList({ query: { ...auditFilterOf(search), limit: PAGE_ENTRIES, cursor } }, { signal }),
  ),
  staleTime: 0,
});

/** Fetches what is shown, and what would come after it, as a CSV file. */
export function useAuditExport() {
  return useMutation({
    mutationFn: async (search: AuditSearch) =>
      saveAnswer(await api().auditExport({ query: auditFilterOf(search) }), 'audit-log.csv'),
  });
}
