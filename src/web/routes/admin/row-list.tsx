/** Lists that admins go through page by page: how many rows there are, those that have come, and more at their end. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { ListPage } from '#web/list-query.ts';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { LoadMore } from '#web/ui/pagination.tsx';

type List<Row> = UseInfiniteQueryResult<InfiniteData<ListPage<Row>>>;

/**
 * The rows that have come, the same array as long as they are the same; undefined before the first page. While others are looked for
 * the last ones stay, but that there were none says nothing of these.
 */
export function useRows<Row>({ data, isPlaceholderData }: List<Row>): readonly Row[] | undefined {
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  return isPlaceholderData && rows?.length === 0 ? undefined : rows;
}

/** Behind a title: how many rows there are, as the last page that came tells. */
export function RowCount<Row>({ list }: { readonly list: List<Row> }) {
  return (
    list.data !== undefined && (
      <>
        : <CountOfAll pages={list.data.pages} />
      </>
    )
  );
}

function CountOfAll<Row>({ pages }: { readonly pages: readonly ListPage<Row>[] }) {
  const last = pages.at(-1);
  return (
    last !== undefined && (
      <>
        <Quantity value={last.count} />
        {last.isLowerBound && '+'}
      </>
    )
  );
}

/** The table of the rows, or why it did not come. Where the next page does not, the rows that are there stay. */
export function RowList<Row>({
  list,
  called,
  children,
}: {
  readonly list: List<Row>;
  /** What the rows are, as in "The orders above stay." */
  readonly called: string;
  /** The table. */
  readonly children: ReactNode;
}) {
  const { data, error } = list;
  const problem = problemOf(error) ?? undefined;
  if (list.isError && data === undefined)
    return <ErrorNotice problem={problem} onRetry={() => list.refetch()} />;
  const come = data?.pages.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0;
  return (
    <>
      {children}
      {list.isFetchNextPageError && (
        <ErrorNotice
          problem={problem}
          kept={`The ${called} above stay.`}
          onRetry={() => list.fetchNextPage()}
        />
      )}
      {data !== undefined && come > 0 && (
        <LoadMore
          summary={
            <>
              <Quantity value={come} /> of <CountOfAll pages={data.pages} />
            </>
          }
          busy={list.isFetchingNextPage}
          onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        />
      )}
    </>
  );
}
