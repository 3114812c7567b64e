/** The end of a list that has not come whole: what went wrong, or how much of it is shown and how to get on. */
import { problemOf } from '#contract/kernel/api-error.ts';
import type { WholeList } from '#web/whole-list.ts';
import { ErrorNotice } from './notices.tsx';
import { Quantity } from './numbers.tsx';
import { LoadMore } from './pagination.tsx';

export function RestOfList({ list, what }: { readonly list: WholeList<unknown>; readonly what: string }) {
  if (list.rows === undefined || list.isWhole) return null;
  if (list.error !== null) {
    return (
      <ErrorNotice
        problem={problemOf(list.error) ?? undefined}
        kept={`The ${what} above stay.`}
        onRetry={list.retry}
      />
    );
  }
  return (
    <LoadMore
      summary={
        <>
          <Quantity value={list.rows.length} /> of <Quantity value={list.count ?? 0} />
          {list.isLowerBound && '+'} {what} looked through
        </>
      }
      busy={list.isLoadingMore}
      onMore={list.loadMore}
    />
  );
}
