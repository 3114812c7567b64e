/** What an admin asks of the audit log. */
import { useMutation } from '@tanstack/react-query';
import { api } from '#web/api.ts';
import { listQuery } from '#web/list-query.ts';
import { saveFile } from '#web/save-file.ts';
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
    mutationFn: async (search: AuditSearch) => {
      const { bytes, contentType, fileName } = await api().auditExport({ query: auditFilterOf(search) });
      const parts: Uint8Array<ArrayBuffer>[] = [];
      if (bytes instanceof Uint8Array) parts.push(new Uint8Array(bytes));
      else for await (const part of bytes) parts.push(new Uint8Array(part));
      saveFile(new Blob(parts, { type: contentType }), fileName ?? 'audit-log.csv');
    },
  });
}
