/** Pages whose data is away: the page says so to people, and its status to machines. */
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#contract/kernel/api-error.ts';
import type { Client } from '#contract/kernel/operation.ts';
import type { ShopTable } from '#contract/table.ts';
import { pagesApp } from '#main/pages.ts';

afterEach(() => void vi.restoreAllMocks());

const settings = { origin: 'http://shop.example', stripe: false, pictureOrigins: [] };
const failing = (status: number) =>
  ({
    catalogueGet: async () => {
      const problem = { type: '', title: '', status, code: '', requestId: '' };
      throw new ApiError(problem, status === 503 ? 60 : null);
    },
  }) as unknown as Client<ShopTable>;
/** A page that is shown as one that failed where its data does not come. */
const entry = {
  isRead: () => false,
  async render(_request: Request, { api }: { api: Client<ShopTable> }) {
    const status = await api.catalogueGet({}).then(
      () => 200,
      () => 500,
    );
    return { status, headers: new Headers({ 'content-type': 'text/html' }), pieces: ['<h1>A page</h1>'] };
  },
};

it('an outage is answered 503, and after how many seconds to come back', async () => {
  const app = pagesApp(entry, import.meta.dirname, { ...settings, api: failing(503) });
  const page = await app.request('/catalogue');
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '60']);
  expect(await page.text()).toContain('A page');
});

it('a page that can not be rendered at all is answered as one, with the rules of every page', async () => {
  const broken = { isRead: () => false, render: () => Promise.reject(new Error('broken')) };
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const app = pagesApp(broken, import.meta.dirname, { ...settings, api: failing(500) });
  const page = await app.request('/catalogue');
  expect(page.status).toBe(500);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(await page.text()).toBe('Internal Server Error');
  expect(logged).toHaveBeenCalledOnce();
});

it('a fault of ours stays one', async () => {
  const app = pagesApp(entry, import.meta.dirname, { ...settings, api: failing(500) });
  const page = await app.request('/catalogue');
  expect([page.status, page.headers.get('retry-after')]).toEqual([500, null]);
});
