/** Which orders are shown, as it stands in the address and as it is asked for. */
import { expect, it } from 'vitest';
import {
  ordersSought,
  ordersView,
  ordersViews,
  readOrdersSearch,
  searchOfView,
} from '#web/features/ordering/orders-search.ts';

const NOTHING = { show: undefined, buyer: undefined, find: undefined };

it('keeps of an address what says which orders', () => {
  expect(readOrdersSearch({ show: 'all', buyer: ' ada@example.com ', find: ' 21 ', vehicle: '7' })).toEqual({
    show: 'all',
    buyer: 'ada@example.com',
    find: '21',
  });
});

it.each([
  { find: '\u0000' },
  { find: '\ud800' },
  { find: ' ' },
  { find: 'a'.repeat(201) },
  { buyer: 'nobody' },
  { buyer: 'ada@example' },
  { buyer: `${'a'.repeat(250)}@example.com` },
  { show: 'everything' },
  { show: 'constructor' },
])('what cannot be meant counts as absent: %j', (search) => {
  expect(readOrdersSearch(search)).toEqual(NOTHING);
});

it('asks for the current orders of everybody, and for all of one buyer', () => {
  expect(ordersSought(NOTHING)).toEqual({ status: undefined, buyer: undefined, find: undefined });
  const ofAda = { ...NOTHING, buyer: 'ada@example.com' };
  expect(ordersSought(ofAda)).toEqual({ status: 'all', buyer: 'ada@example.com', find: undefined });
  expect(ordersViews(ofAda).map(({ label }) => label)).not.toContain('Current');
});

it('another view is of the same orders, and the first one stands in no address', () => {
  for (const buyer of [undefined, 'ada@example.com']) {
    const search = { show: 'pending', buyer, find: '21' } as const;
    const [first, ...others] = ordersViews(search);
    expect(searchOfView(search, first)).toEqual({ ...search, show: undefined });
    for (const view of others) {
      const other = searchOfView(search, view);
      expect(other).toEqual({ ...search, show: view.show });
      expect(ordersView(other)).toBe(view);
    }
  }
});
