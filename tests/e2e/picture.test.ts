/** An owner gives a part its picture: dropped, pasted or chosen, sent with its progress, cancelled, replaced. */
import type { Browser, Locator } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, PHONE, signIn, type WatchedPage } from './browser.ts';
import { give } from './give-file.ts';
import { ADMIN } from './running-shop.ts';

let browser: Browser;
let photo: Buffer;
beforeAll(async () => {
  browser = await openBrowser();
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  photo = await sharp({ create: { width: 1200, height: 900, channels: 3, background: 'black', noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
});
afterAll(() => browser.close());

async function openForm(page: WatchedPage) {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/addProduct');
  await page.getByLabel('Name').fill('Brake disc of the workshop');
  await page.getByLabel(/^Price/).fill('38.40');
  await page.getByLabel('Available Stock').fill('10');
  await page.getByLabel('Minimum Order').fill('2');
  await page.getByLabel('Description').fill('From the shelf.');
}

/** Of the picture that is drawn; 0 until it has come. */
const widthOf = (one: Locator) => one.evaluate((image) => (image as HTMLImageElement).naturalWidth);

/** Lets so many bytes a second out of the page. */
async function slowDown(page: WatchedPage, uploadThroughput: number) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput });
}

it('sees a picture that is dropped beside the field, or pasted, and may take it back', async () => {
  const page = await openPage(browser);
  await openForm(page);
  expect(await give(page, 'drop', 'clip.gif', 'image/gif', photo)).toBe(true);
  await page.getByText('Only JPEG, PNG, WebP and AVIF pictures are taken').waitFor();
  expect(await give(page, 'drop', 'dropped.jpg', 'image/jpeg', photo)).toBe(true);
  await page.getByText('dropped.jpg').waitFor();
  expect(await page.getByText('Only JPEG, PNG, WebP and AVIF pictures are taken').count()).toBe(0);
  await page.getByRole('button', { name: 'Remove' }).click();
  expect(await page.getByText('dropped.jpg').count()).toBe(0);
  await give(page, 'paste', 'image.png', 'image/jpeg', photo);
  await page.getByText('image.png').waitFor();
  const preview = page.getByRole('img', { name: 'The chosen picture' });
  await expect.poll(() => widthOf(preview)).toBeGreaterThan(0);
  // Typed things are where they were.
  expect(await page.getByLabel('Name').inputValue()).toBe('Brake disc of the workshop');
  expect(page.complaints).toEqual([]);
});

it('sees how far the upload is, cancels it, adds the part, and gives it another picture', async () => {
  const page = await openPage(browser, { viewport: PHONE });
  await openForm(page);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'disc.jpg', mimeType: 'image/jpeg', buffer: photo });
  await slowDown(page, photo.length / 10);
  await page.getByRole('button', { name: 'Add Product' }).click();
  const bar = page.getByRole('progressbar', { name: 'Sending the picture' });
  await bar.waitFor();
  await page.getByText(/^Sending, [1-9]\d? %$/).waitFor();
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await page.getByText('The upload was cancelled; nothing was saved').waitFor();
  expect(await page.getByLabel('Description').inputValue()).toBe('From the shelf.');
  expect(await page.getByText('disc.jpg').count()).toBe(1);

  await slowDown(page, -1);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await page.getByText('Brake disc of the workshop is in the shop.').waitFor();
  await page.getByRole('link', { name: 'edit it' }).click();
  const kept = page.getByRole('img', { name: 'The picture now' });
  await kept.waitFor();
  const sourceOf = () => kept.evaluate((image) => (image as HTMLImageElement).currentSrc);
  await expect.poll(sourceOf).toMatch(/\/media\/[0-9a-f]{32}\/\d+\.avif$/);
  const before = await sourceOf();

  const other = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: other });
  await page.getByRole('button', { name: 'Keep the old one' }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Product saved successfully').waitFor();
  await kept.waitFor();
  await expect.poll(sourceOf).not.toBe(before);
  await expect.poll(() => widthOf(kept)).toBeGreaterThan(0);
  expect(page.complaints).toEqual([]);
});
