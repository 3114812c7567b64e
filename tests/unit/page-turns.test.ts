/** Pages that are asked for at once: few are rendered at a time, and nobody waits long for those before. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Client } from '#contract/kernel/operation.ts';
import type { ShopTable } from '#contract/table.ts';
import { pagesApp } from '#main/pages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const settings = {
  api: {} as Client<ShopTable>,
  origin: 'http://shop.example',
  stripe: false,
  pictureOrigins: [],
};

/** Pages that are rendered when they are let, each by the way that it is to go. */
function heldPages() {
  const begun: { done(): void; fail(): void }[] = [];
  const entry = {
    isRead: () => false,
    async render() {
      await new Promise<void>((done, fail) => begun.push({ done, fail: () => fail(new Error('broken')) }));
      return {
        status: 200,
        headers: new Headers({ 'content-type': 'text/html' }),
        pieces: ['<h1>A page</h1>'],
      };
    },
  };
  const app = pagesApp(entry, import.meta.dirname, settings);
  const ask = async () => (await app.request('/catalogue')).status;
  return { begun, askFor: (count: number) => Array.from({ length: count }, ask) };
}

it('takes four in turn, whether the one before was made or failed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { begun, askFor } = heldPages();
  const asked = askFor(6);
  await vi.advanceTimersByTimeAsync(100);
  expect(begun).toHaveLength(4);
  begun[0]?.done();
  begun[1]?.fail();
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toHaveLength(6);
  for (const page of begun) page.done();
  expect((await Promise.all(asked)).toSorted()).toEqual([200, 200, 200, 200, 200, 500]);
});

it('lets an answer be sent before the next page is begun', async () => {
  const { begun, askFor } = heldPages();
  const [first, ...others] = askFor(5);
  await vi.advanceTimersByTimeAsync(0);
  begun[0]?.done();
  expect(await first).toBe(200);
  expect(begun).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toHaveLength(5);
  for (const page of begun) page.done();
  await Promise.all(others);
});

it('goes ahead without a turn where those before take longer than a second, and leaves theirs to them', async () => {
  const { begun, askFor } = heldPages();
  const asked = askFor(7);
  await vi.advanceTimersByTimeAsync(999);
  expect(begun).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toHaveLength(7);
  for (const page of begun.slice(4)) page.done();
  expect(await Promise.all(asked.slice(4))).toEqual([200, 200, 200]);
  const later = askFor(5);
  await vi.advanceTimersByTimeAsync(10);
  expect(begun).toHaveLength(7);
  for (const page of begun) page.done();
  await vi.advanceTimersByTimeAsync(10);
  expect(begun).toHaveLength(11);
  for (const page of begun) page.done();
  await vi.advanceTimersByTimeAsync(10);
  begun.at(-1)?.done();
  expect(await Promise.all([...asked, ...later])).toEqual(Array(12).fill(200));
});
