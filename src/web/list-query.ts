/** Lists of the shop, asked for page by page. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { nextCursor } from '#web/addresses/page-links.ts';

/** A page of a list as the shop answers it. */
type Answer<Row> = {
  readonly body: readonly Row[];
  readonly headers: {
    readonly link?: string | undefined;
    readonly 'x-total-count': string;
    readonly 'x-total-count-relation': 'eq' | 'gte';
  };
};

export type ListPage<Row> = {
  readonly rows: readonly Row[];
  /** How many rows all pages have; at least so many, where it is a lower bound. */
  readonly count: number;
  readonly isLowerBound: boolean;
  /** The cursor of the next page; undefined on the last. */
  readonly next: string | undefined;
};

export function listPage<Row>({ body, headers }: Answer<Row>): ListPage<Row> {
  return {
    rows: body,
    count: Number(headers['x-total-count']),
    isLowerBound: headers['x-total-count-relation'] === 'gte',
    next: nextCursor(headers.link),
  };
}

/** A list, page by page. */
export function listQuery<Row>(
  queryKey: readonly unknown[],
  readPage: (cursor: string | undefined, signal: AbortSignal) => Promise<Answer<Row>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => listPage(await readPage(pageParam, signal)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
}
