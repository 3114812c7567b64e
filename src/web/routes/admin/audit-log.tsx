/** Who did what to what, when and from where. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import { pageHead } from '#web/document/head.ts';
import { AuditFilters } from '#web/features/audit/audit-filters.tsx';
import { auditQuery, useAuditExport } from '#web/features/audit/audit-queries.ts';
import { type AuditSearch, compact, readAuditSearch } from '#web/features/audit/audit-search.ts';
import { AuditTable } from '#web/features/audit/audit-table.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { LoadMore } from '#web/ui/pagination.tsx';
import styles from './lists.module.css';

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
  const entries = useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data]);
  const last = list.data?.pages.at(-1);
  const isFiltered = Object.keys(compact(search)).length > 0;
  return (
    <>
      <PageTitle
        actions={
          <Button
            size="small"
            busy={download.isPending}
            disabled={entries === undefined || entries.length === 0}
            onClick={() => download.mutate(search)}
          >
            <Download className="icon" aria-hidden="true" />
            CSV
          </Button>
        }
      >
        Audit Log
        {last !== undefined && (
          <>
            : <Quantity value={last.count} />
            {last.isLowerBound && '+'}
          </>
        )}
      </PageTitle>
      {download.isError && (
        <div className={styles.notice}>
          <ErrorNotice problem={problemOf(download.error) ?? undefined} kept="No file was saved." />
        </div>
      )}
      <AuditFilters
        search={search}
        onChange={(next) => void navigate({ to: '/dashboard/auditLog', search: next, replace: true })}
      />
      {list.isError && entries === undefined ? (
        <ErrorNotice problem={problemOf(list.error) ?? undefined} onRetry={() => list.refetch()} />
      ) : (
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
      )}
      {list.isFetchNextPageError && (
        <ErrorNotice
          problem={problemOf(list.error) ?? undefined}
          kept="The entries above stay."
          onRetry={() => list.fetchNextPage()}
        />
      )}
      {entries !== undefined && last !== undefined && entries.length > 0 && (
        <LoadMore
          summary={
            <>
              <Quantity value={entries.length} /> of <Quantity value={last.count} />
              {last.isLowerBound && '+'}
            </>
          }
          busy={list.isFetchingNextPage}
          onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        />
      )}
    </>
  );
}
