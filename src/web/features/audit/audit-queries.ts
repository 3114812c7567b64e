/** What an admin asks of the audit log. */
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { nextCursor } from '#web/addresses/page-links.ts';
import { api } from '#web/api.ts';
import { saveFile } from '#web/save-file.ts';
import { type AuditSearch, auditFilterOf } from './audit-search.ts';

const PAGE_ENTRIES = 50;

/** The log, newest first, page by page. */
export const auditQuery = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', search],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...auditFilterOf(search), limit: PAGE_ENTRIES, cursor: pageParam };
      const { body, headers } = await api().auditList({ query }, { signal });
      return {
        entries: body,
        total: Number(headers['x-total-count']),
        isLowerBound: headers['x-total-count-relation'] === 'gte',
        next: nextCursor(headers.link),
      };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
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
