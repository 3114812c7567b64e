/** Lists that are short for most people, so they are shown whole: their first rows at once, the others as they come. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { listQuery } from './list-query.ts';

/** So many rows come by themselves; more have to be asked for. */
const COMES_BY_ITSELF = 1_000;

export type WholeList<Row> = {
  /** What has come; undefined before the first page. */
  readonly rows: readonly Row[] | undefined;
  /** How many there are, as the last page that came tells; undefined before the first. */
  readonly count: number | undefined;
  readonly isLowerBound: boolean;
  /** Whether `rows` are all of them. */
  readonly isWhole: boolean;
  /** What went wrong last; the rows that are there stay. */
  readonly error: Error | null;
  /** Asks for what is missing after an error. */
  readonly retry: () => void;
  readonly isLoadingMore: boolean;
  /** Loads the next page; undefined where it comes by itself, or there is none. */
  readonly loadMore: (() => void) | undefined;
};

/** Reads a list until it is whole, or as long as it is for nearly everybody. */
export function useWholeList<Row>(
  query: ReturnType<typeof listQuery<Row>>,
  { enabled = true }: { readonly enabled?: boolean } = {},
): WholeList<Row> {
  const list = useInfiniteQuery({ ...query, enabled });
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = list;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  const comesByItself = enabled && hasNextPage && (rows?.length ?? 0) < COMES_BY_ITSELF;
  useEffect(() => {
    if (comesByItself && !isFetching && error === null) void fetchNextPage();
  }, [comesByItself, isFetching, error, fetchNextPage]);
  const last = data?.pages.at(-1);
  return {
    rows,
    count: last?.count,
    isLowerBound: last?.isLowerBound ?? false,
    isWhole: rows !== undefined && !hasNextPage,
    error,
    retry: () => void (rows !== undefined && hasNextPage ? fetchNextPage() : refetch()),
    isLoadingMore: list.isFetchingNextPage,
    loadMore: hasNextPage && !comesByItself ? () => void fetchNextPage() : undefined,
  };
}
