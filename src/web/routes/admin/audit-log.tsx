/** Who did what to what, when and from where. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { pageHead } from '#web/document/head.ts';
import { AuditFilters } from '#web/features/audit/audit-filters.tsx';
import { auditQuery, useAuditExport } from '#web/features/audit/audit-queries.ts';
import { type AuditSearch, compact, readAuditSearch } from '#web/features/audit/audit-search.ts';
import { AuditTable } from '#web/features/audit/audit-table.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { CsvButton, CsvProblem } from './csv-download.tsx';
import { RowCount, RowList, useRows } from './row-list.tsx';

export const Route = createFileRoute('/dashboard/_admin/auditLog')({
  validateSearch: (search: Record<string, unknown>): { [K in keyof AuditSearch]?: string } =>
    Object.fromEntries(Object.entries(search).filter(([, value]) => typeof value === 'string')),
  head: ({ match }) => pageHead(match.context, { title: 'Audit Log', noIndex: true }),
  component: AuditLog,
});

function AuditLog() {
  // Read here and not at the door: which acts there are is none of what every page of the shop has to know.
  const search = readAuditSearch(Route.useSearch());
  const navigate = useNavigate();
  const list = useInfiniteQuery(auditQuery(search));
  const download = useAuditExport();
  const entries = useRows(list);
  const isFiltered = Object.keys(compact(search)).length > 0;
  return (
    <>
      <PageTitle
        actions={
          <CsvButton
            download={download}
            isEmpty={entries === undefined || entries.length === 0}
            onClick={() => download.mutate(search)}
          />
        }
      >
        Audit Log
        <RowCount list={list} />
      </PageTitle>
      <CsvProblem download={download} />
      <AuditFilters
        search={search}
        onChange={(next) => void navigate({ to: '/dashboard/auditLog', search: next, replace: true })}
      />
      <RowList list={list} called="entries">
        <AuditTable
          entries={entries}
          empty={
            <EmptyState title={isFiltered ? 'No such entries' : 'Nothing yet'}>
              {isFiltered
                ? 'Nobody has done anything like that. Take a filter away to see more.'
                : 'What admins do, and who signs in, stands here from now on.'}
            </EmptyState>
          }
        />
      </RowList>
    </>
  );
}
