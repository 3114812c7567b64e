/** Which of everybody's orders are shown, as it stands in the address. */
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#domain/users/email.ts';
import { searchWord } from '#web/addresses/search-params.ts';
import { soughtWords, wholeSearchText } from '#web/addresses/sought-words.ts';
import type { OrdersSought } from './order-queries.ts';

const STATES = [
  { show: 'pending', status: 'unpaid', label: 'Pending' },
  // What is paid ships at once, and stays in that state.
  { show: 'shipped', status: 'paid', label: 'Shipped' },
  { show: 'cancelled', status: 'cancelled', label: 'Cancelled' },
  { show: 'expired', status: 'expired', label: 'Expired' },
  { show: 'refunded', status: 'refunded', label: 'Refunded' },
] as const;
const ALL = { show: 'all', status: 'all', label: 'All' } as const;
const CURRENT = { show: undefined, status: undefined, label: 'Current' } as const;

export type OrdersView = (typeof STATES)[number] | typeof ALL | typeof CURRENT;

export type OrdersSearch = {
  readonly show?: Exclude<OrdersView['show'], undefined> | undefined;
  /** Their email. */
  readonly buyer?: string | undefined;
  readonly find?: string | undefined;
};

/** Reads the address; what is none of these is left out. */
export function readOrdersSearch(search: Record<string, unknown>): Required<OrdersSearch> {
  const buyer = wholeSearchText(search.buyer, EMAIL_MAX_LENGTH);
  return {
    show: searchWord(search.show, [...STATES.map(({ show }) => show), ALL.show]),
    buyer: buyer !== undefined && EMAIL_PATTERN.test(buyer) ? buyer : undefined,
    find: soughtWords(search.find),
  };
}

/** The views that there are to choose from, first the one that is shown unless another is asked for. */
export function ordersViews({ buyer }: OrdersSearch): readonly [OrdersView, ...OrdersView[]] {
  return buyer === undefined ? [CURRENT, ...STATES, ALL] : [ALL, ...STATES];
}

/** The view that is shown. */
export function ordersView(search: OrdersSearch): OrdersView {
  const views = ordersViews(search);
  return views.find(({ show }) => show === search.show) ?? views[0];
}

/** What the address is of another view of the same orders. */
export function searchOfView(search: OrdersSearch, view: OrdersView): OrdersSearch {
  return { ...search, show: view.label === ordersViews(search)[0].label ? undefined : view.show };
}

/** What to ask the shop for. */
export function ordersSought(
  search: OrdersSearch,
  { status }: OrdersView = ordersView(search),
): OrdersSought {
  return { status, buyer: search.buyer, find: search.find };
}
