/** The public page of a part: old numbers, alternatives, what goes with it, quantities, reviews, structured data. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PartBody, PartDetailBody } from '#contract/catalogue.ts';
import type { RelatedPartBody, RelatedPartsBody } from '#contract/related-parts.ts';
import { openBrowser, openPage, PHONE, signIn } from './browser.ts';
import { BUYER } from './running-shop.ts';
import { theShop } from './the-shop.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function ask<T>(path: string): Promise<T> {
  const answer = await fetch(`${theShop().url}/api${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as T;
}
const firstParts = (query = '') => ask<PartBody[]>(`/parts?limit=100${query}`);
const relatedOf = (id: string) => ask<RelatedPartsBody>(`/parts/${id}/related`);
const addressOf = ({ brandSlug, partNumberSlug }: Pick<RelatedPartBody, 'brandSlug' | 'partNumberSlug'>) =>
  `/catalogue/${brandSlug}/${partNumberSlug}`;

/** The first of the shop's parts beside which there is such a thing. */
async function partWith<T>(
  find: (related: RelatedPartsBody) => T | undefined,
): Promise<{ part: PartBody; found: T; related: RelatedPartsBody }> {
  for (const query of ['', '&sort=name', '&sort=price', '&sort=-price']) {
    for (const part of await firstParts(query)) {
      const related = await relatedOf(part._id);
      const found = find(related);
      if (found !== undefined) return { part, found, related };
    }
  }
  throw new Error('the demo has no such part');
}
const order = (page: Page) => page.getByRole('complementary', { name: 'Order this part' });

describe('an old number', () => {
  it('of a part that is still there is said to be replaced, and leads to the new one and back', async () => {
    const { part, found } = await partWith(({ supersession }) =>
      supersession.replaces.find((old) => old.part),
    );
    const old = found.part;
    if (old === null) throw new Error('not a part');
    const page = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(addressOf(old));
    const note = page.locator('main').getByText(`Replaced by ${part.brand} ${part.partNumber}`);
    await note.waitFor();
    await note.getByRole('link', { name: part.partNumber }).click();
    await page.waitForURL(`**${addressOf(part)}`);
    await page.locator('main').getByText(`Replaces ${old.partNumber}`).waitFor();
    await page.context().close();
  });

  it('that no part has any more leads to the part that took its place, which says so', async () => {
    const { part, found } = await partWith(({ supersession }) =>
      supersession.replaces.find((old) => old.part === null),
    );
    const address = `/catalogue/${part.brandSlug}/${encodeURIComponent(found.number.toLowerCase())}`;
    const answer = await fetch(theShop().url + address, { redirect: 'manual' });
    expect(answer.status).toBe(301);
    const page = await openPage(browser);
    await page.goto(address);
    await page.waitForURL(`**${addressOf(part)}?was=*`);
    await page.getByText('this is the part that took its place').waitFor();
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(
      new RegExp(`${addressOf(part)}$`),
    );
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });
});

describe('beside a part', () => {
  it('alternatives by grade, interchange numbers and what goes with it are there without script', async () => {
    const { part, related } = await partWith(({ alternatives, goesWith, interchange }) =>
      alternatives.length > 1 && goesWith.length > 0 && interchange.numbers.some((number) => number.part)
        ? true
        : undefined,
    );
    const page = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(addressOf(part));
    for (const title of ['Alternatives', 'Goes with', 'Reviews', 'Interchange']) {
      await page.getByRole('heading', { name: title }).first().waitFor();
    }
    const main = await page.locator('main').innerText();
    for (const other of related.alternatives.flatMap(({ parts }) => parts)) {
      expect(main).toContain(other.partNumber);
    }
    for (const { type, parts } of related.goesWith) {
      expect(main).toContain(type.name);
      for (const other of parts) expect(main).toContain(other.partNumber);
    }
    const own = related.interchange.numbers.find((number) => number.part !== null);
    if (own?.part == null) throw new Error('no number of this shop');
    await page
      .getByRole('link', { name: `${own.maker}, in this shop` })
      .first()
      .click();
    await page.waitForURL(`**${addressOf(own.part)}`);
    await page.context().close();
  });

  it('all of it is for search engines, too', async () => {
    const { part, related } = await partWith(({ alternatives }) =>
      alternatives.length > 0 ? true : undefined,
    );
    const detail = await ask<PartDetailBody>(`/parts/${part._id}`);
    const html = await (await fetch(theShop().url + addressOf(part))).text();
    const [, json = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? [];
    type Node = { '@type': string; isSimilarTo?: unknown[]; itemListElement?: { name: string }[] };
    const graph = (JSON.parse(json) as { '@graph': Node[] })['@graph'];
    const product = graph.find((node) => node['@type'] === 'Product');
    expect(product).toMatchObject({
      mpn: part.partNumber,
      sku: part.sku,
      offers: { price: part.price, itemCondition: expect.stringMatching(/Condition$/) },
    });
    expect(JSON.stringify(product?.isSimilarTo)).toContain(related.alternatives[0]?.parts[0]?.partNumber);
    const crumbs = graph.find((node) => node['@type'] === 'BreadcrumbList');
    expect(crumbs?.itemListElement?.map(({ name }) => name)).toEqual([
      'Home',
      'Catalogue',
      detail.category[0],
      detail.partType,
      detail.name,
    ]);
  });

  it('whoever comes from the list sees the part first, and the rest when it is there', async () => {
    const page = await openPage(browser, { viewport: PHONE });
    await page.goto('/catalogue', { waitUntil: 'networkidle' });
    let letOn = () => {};
    const held = new Promise<void>((resolve) => {
      letOn = resolve;
    });
    await page.route('**/api/parts/*/related', async (route) => {
      await held;
      await route.continue();
    });
    await page.locator('main').getByRole('heading', { level: 2 }).getByRole('link').first().click();
    await page.getByRole('complementary', { name: 'Order this part' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Goes with' }).count()).toBe(0);
    letOn();
    await page.getByRole('heading', { name: 'Goes with' }).waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });
});

describe('the quantity', () => {
  const packed = async () => {
    const parts = (
      await Promise.all(['', '&sort=name', '&sort=price'].map((query) => firstParts(query)))
    ).flat();
    const part = parts.find(
      ({ orderMultiple, minOrder, stock }) => orderMultiple >= 2 && stock >= minOrder + 3 * orderMultiple,
    );
    if (part === undefined) throw new Error('the demo has no part that is sold in packs');
    return part;
  };

  it('is rounded up to what can be ordered, says so, and goes along to the order form', async () => {
    const part = await packed();
    const wanted = part.minOrder + 2 * part.orderMultiple;
    const page = await openPage(browser);
    await signIn(page, BUYER);
    await page.goto(addressOf(part), { waitUntil: 'networkidle' });
    const field = order(page).getByLabel('Quantity');
    expect(await field.inputValue()).toBe(String(part.minOrder));
    await field.fill(String(wanted - 1));
    await order(page).getByText(`Will be ${wanted}: sold in ${part.orderMultiple}s.`).waitFor();
    await field.press('Tab');
    await order(page)
      .getByText(`Rounded up from ${wanted - 1} to ${wanted}: sold in ${part.orderMultiple}s.`)
      .waitFor();
    expect(await field.inputValue()).toBe(String(wanted));
    const total = order(page).getByText(`${wanted} units`).locator('xpath=../..');
    expect(await total.innerText()).toContain(
      new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(
        Math.round(wanted * part.price * 100) / 100,
      ),
    );
    await order(page).getByRole('link', { name: 'Buy Now' }).click();
    await page.waitForURL(`**/parts/${part._id}?quantity=${wanted}`);
    const form = page.getByRole('region', { name: 'Your order' });
    await expect.poll(() => form.getByLabel('Quantity').inputValue()).toBe(String(wanted));
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  it('below the minimum becomes the minimum, and above the stock is told what can be had', async () => {
    const part = await packed();
    const most = part.stock - (part.stock % part.orderMultiple);
    const page = await openPage(browser, { viewport: PHONE });
    await page.goto(addressOf(part), { waitUntil: 'networkidle' });
    const field = order(page).getByLabel('Quantity');
    await field.fill('0');
    await field.press('Tab');
    await order(page).getByText(`to ${part.minOrder}: the minimum order.`).waitFor();
    await field.fill(String(part.stock + 1));
    await order(page).getByRole('alert').getByText(`Only ${part.stock} in stock`).waitFor();
    expect(await order(page).getByRole('button', { name: 'Buy Now' }).isDisabled()).toBe(true);
    await order(page).getByRole('alert').getByRole('button').click();
    expect(await field.inputValue()).toBe(String(most));
    // Untouched, the order form begins as it would without the page.
    await page.reload({ waitUntil: 'networkidle' });
    expect(await order(page).getByRole('link', { name: 'Buy Now' }).getAttribute('href')).toBe(
      `/parts/${part._id}`,
    );
    await page.context().close();
  });
});

describe('reviews of a part', () => {
  it('are on its page with what they come to, and a buyer adds one from there', async () => {
    const [part] = await firstParts();
    if (part === undefined) throw new Error('the demo has no parts');
    const before = await ask<{ count: number; average: number }>(`/parts/${part._id}/rating`);
    expect(before.count).toBeGreaterThan(0);
    const page = await openPage(browser);
    await signIn(page, BUYER);
    await page.goto(addressOf(part), { waitUntil: 'networkidle' });
    const reviews = page.getByRole('region', { name: 'Reviews' });
    await reviews.getByText(`${before.average.toFixed(1)} of 5`).waitFor();
    await reviews.getByRole('link', { name: 'Write a review' }).click();
    await page.waitForURL(`**/dashboard/review?part=${part._id}`);
    await page.getByText('Your review is of').getByRole('link').waitFor();
    await page.getByLabel('Rating, 1-5').fill('5');
    await page.getByLabel('Description').fill('Fits as the page said.');
    await page.getByRole('button', { name: 'Add Review' }).click();
    await page.getByText('Your Item Successfully Added').waitFor();
    const html = await (await fetch(theShop().url + addressOf(part))).text();
    expect(html).toContain('Fits as the page said.');
    expect(html).toContain(`"reviewCount":${before.count + 1}`);
    await page.getByText('Your review is of').getByRole('link').click();
    await page.getByRole('region', { name: 'Reviews' }).getByText('Fits as the page said.').waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });
});
