/** Pages that are asked for at once: few are rendered at a time, the others wait, and too many are told so. */
import { expect, it } from 'vitest';
import type { Client } from '#contract/kernel/operation.ts';
import type { ShopTable } from '#contract/table.ts';
import { pagesApp } from '#main/pages.ts';

const settings = {
  api: {} as Client<ShopTable>,
  origin: 'http://shop.example',
  stripe: false,
  pictureOrigins: [],
};

/** Pages that are rendered when they are let. */
function heldPages() {
  const held: (() => void)[] = [];
  const entry = {
    async render() {
      await new Promise<void>((resolve) => held.push(resolve));
      return { status: 200, headers: new Headers({ 'content-type': 'text/html' }), text: '<h1>A page</h1>' };
    },
  };
  const app = pagesApp(entry, import.meta.dirname, settings);
  return { held, ask: (at: number) => app.request(`/catalogue?q=${at}`) };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

it('takes them in turn, and refuses who would wait too long', async () => {
  const { held, ask } = heldPages();
  const asked = Array.from({ length: 4 + 128 }, (_, at) => ask(at));
  await settled();
  expect(held).toHaveLength(4);

  const tooMany = await ask(999);
  expect(tooMany.status).toBe(503);
  expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(await tooMany.text()).toContain('very busy');

  held.shift()?.();
  await asked[0];
  await settled();
  // One is done, so another is begun and there is room to wait.
  expect(held).toHaveLength(4);
  const late = ask(1_000);
  while (held.length > 0) {
    for (const finish of held.splice(0)) finish();
    await settled();
  }
  const answers = await Promise.all([...asked, late]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
