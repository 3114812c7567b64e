/** The owner brings a file: what it would do is seen before anything changes, errors by their lines, and then it is done. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, signIn, type WatchedPage } from './browser.ts';
import { give } from './give-file.ts';
import { ADMIN } from './running-shop.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function openPart(page: WatchedPage) {
  // Not of the first page, which other files order from.
  const answer = await page.request.get('/api/parts?type=glow-plug&inStock=true&limit=1');
  const [part] = (await answer.json()) as { _id: string; sku: string }[];
  if (part === undefined) throw new Error('The sample has no glow plug in stock');
  const stock = async () =>
    ((await (await page.request.get(`/api/parts/${part._id}`)).json()) as { stock: number }).stock;
  return { part, stock };
}

it('a stock file that is dropped beside the box is checked by its lines, and changes nothing before it is applied', async () => {
  const page = await openPage(browser);
  await signIn(page, ADMIN);
  const { part, stock } = await openPart(page);
  const before = await stock();
  const rows = [`${part.sku},${before + 7},Counted`, 'NO-SUCH-PART,5,Counted', `${part.sku},x,Counted`];
  await page.goto('/dashboard/importExport');
  await page.getByText('Drop a file, or choose one').waitFor();

  const file = Buffer.from(['sku,stock,reason', ...rows].join('\n'));
  expect(await give(page, 'drop', 'counted.csv', 'text/csv', file)).toBe(true);
  const sheet = page.getByRole('region', { name: 'Import of counted.csv' });
  await sheet.getByText('Checked, with errors').waitFor();
  expect(await sheet.innerText()).toContain('Stock, CSV');
  const errors = sheet.getByRole('table', { name: 'Errors' }).getByRole('row');
  await errors.nth(2).waitFor();
  expect((await errors.allInnerTexts()).slice(1).map((text) => text.split(/\s/)[0])).toEqual(['3', '4']);
  expect(await stock()).toBe(before);

  await sheet.getByRole('button', { name: 'Discard' }).click();
  await sheet.getByText('Cancelled').waitFor();
  expect(await stock()).toBe(before);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('a file without errors is applied by one press, and stays among the imports', async () => {
  const page = await openPage(browser);
  await signIn(page, ADMIN);
  const { part, stock } = await openPart(page);
  const before = await stock();
  await page.goto('/dashboard/importExport');
  await page.getByLabel('File to import').setInputFiles({
    name: 'delivered.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`sku;stock;reason\r\n${part.sku};${before + 7};Delivery\r\n`),
  });
  const sheet = page.getByRole('region', { name: 'Import of delivered.csv' });
  await sheet.getByText('Ready to apply').waitFor();
  expect(await stock()).toBe(before);
  await sheet.getByRole('button', { name: 'Apply 1 row' }).click();
  await sheet.getByText('Applied', { exact: true }).waitFor();
  expect(await stock()).toBe(before + 7);
  await page.getByRole('region', { name: 'Imports' }).getByText('delivered.csv').waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('prices that move far are told above the press that applies them, and shown with their parts', async () => {
  const page = await openPage(browser);
  await signIn(page, ADMIN);
  const answer = await page.request.get('/api/parts?type=glow-plug&limit=3');
  const parts = (await answer.json()) as { sku: string; price: number; brand: string; partNumber: string }[];
  const [fallen, risen, moved] = parts;
  if (fallen === undefined || risen === undefined || moved === undefined)
    throw new Error('Too few glow plugs');
  const rows = [
    `${fallen.sku},0.01`,
    `${risen.sku},999999`,
    `${moved.sku},${(moved.price * 1.2).toFixed(2)}`,
  ];
  await page.goto('/dashboard/importExport');
  await page.getByLabel('File to import').setInputFiles({
    name: 'autumn-prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['sku,price', ...rows].join('\n')),
  });
  const sheet = page.getByRole('region', { name: 'Import of autumn-prices.csv' });
  await sheet.getByText('Ready to apply').waitFor();
  await sheet
    .getByText(`2 prices move by more than half; the largest from $${risen.price.toFixed(2)} to $999,999.00.`)
    .waitFor();
  const shown = await sheet.getByRole('table', { name: 'Largest changes' }).getByRole('row').allInnerTexts();
  expect(shown).toHaveLength(4);
  for (const [at, part] of [risen, fallen, moved].entries()) {
    expect(shown[at + 1]).toContain(part.partNumber);
    expect(shown[at + 1]).toContain(part.brand);
  }
  expect(shown[2]).toMatch(/\$0\.01\s+−99\.\d %$/);
  expect(shown[3]).toMatch(/\+(20|19\.\d|20\.\d) %$/);
  await sheet.getByRole('button', { name: 'Discard' }).click();
  await sheet.getByText('Cancelled').waitFor();
  expect(await sheet.getByRole('table', { name: 'Largest changes' }).count()).toBe(0);

  await page.getByLabel('File to import').setInputFiles({
    name: 'counted.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('sku,on_hand\nA,1\n'),
  });
  await page.getByText('Read: sku, on_hand. A stock file has sku and stock; stock is missing.').waitFor();
  expect(page.complaints.filter((text) => !text.includes('422'))).toEqual([]);
  await page.context().close();
});
