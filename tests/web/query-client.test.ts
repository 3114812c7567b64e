/** The defaults by which pages fetch and keep data. */
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/kernel/api-error.ts';
import { createQueryClient, forgetUsersData } from '#web/query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // The defaults of a browser: on the server nothing is tried again.
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answer = (status: number, code: string) =>
  new ApiError({ type: 'about:blank', title: code, status, code });

/** Asks for what always fails so, and answers the moments at which it was asked for, in ms. */
async function tries(error: Error): Promise<number[]> {
  const asked: number[] = [];
  const start = Date.now();
  const query = createQueryClient().fetchQuery({
    queryKey: ['failing'],
    queryFn: () => {
      asked.push(Date.now() - start);
      return Promise.reject(error);
    },
    // fetchQuery alone would not try again.
    ...retryOfQueries(),
  });
  const failed = expect(query).rejects.toBe(error);
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  return asked;
}
const defaultsOf = () => createQueryClient().getDefaultOptions().queries ?? {};
const retryOfQueries = () => {
  const { retry, retryDelay } = defaultsOf();
  return { ...(retry !== undefined && { retry }), ...(retryDelay !== undefined && { retryDelay }) };
};

test.each([
  ['a connection that is not there', answer(0, 'NETWORK')],
  ['a fault of the server', answer(500, 'FAULT')],
  ['an outage', answer(503, 'UNAVAILABLE')],
  ['too many calls', answer(429, 'TOO_MANY_REQUESTS')],
])('three more tries after 1, 2 and 4 seconds: %s', async (_, error) => {
  expect(await tries(error)).toEqual([0, 1_000, 3_000, 7_000]);
});

test.each([401, 403, 404, 409, 422])('a refusal shows at once: %d', async (status) => {
  expect(await tries(answer(status, 'NO'))).toEqual([0]);
});

test('the wait doubles from 1 second and never exceeds 30', () => {
  const { retryDelay } = defaultsOf();
  if (typeof retryDelay !== 'function') throw new Error('no function');
  const waits = [0, 1, 2, 3, 4, 5, 6, 10].map((failures) => retryDelay(failures, new Error('x')));
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test('data is kept for 5 minutes: asked for again after that, and not before', async () => {
  const client = createQueryClient();
  client.mount();
  let asked = 0;
  const options = {
    ...client.defaultQueryOptions({ queryKey: ['kept'] }),
    queryFn: async () => {
      asked += 1;
      return asked;
    },
  };
  const look = async () => {
    const stop = new QueryObserver(client, options).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    stop();
  };
  await look();
  await vi.advanceTimersByTimeAsync(299_000);
  await look();
  expect(asked).toBe(1);
  // Let go of for 5 minutes, it is no longer there.
  await vi.advanceTimersByTimeAsync(299_000);
  expect(client.getQueryData(['kept'])).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(client.getQueryData(['kept'])).toBeUndefined();
  await look();
  expect(asked).toBe(2);
  expect(defaultsOf().staleTime).toBe(300_000);
  client.unmount();
  client.clear();
});

test('a write is never sent twice by itself', () => {
  expect(createQueryClient().getDefaultOptions().mutations?.retry).toBe(false);
});

test('what everybody may see stays when a session ends, and nothing else', () => {
  const client = createQueryClient();
  const all = [['search', { q: 'disc' }], ['part-by-number', 'kolb', 'k7'], ['orders', 'buyer'], ['users']];
  for (const key of all) client.setQueryData(key, {});
  forgetUsersData(client);
  expect(all.map((key) => client.getQueryData(key) !== undefined)).toEqual([true, true, false, false]);
});
