/** An order's own page: what it shows of the order, what happened to it, and who may see that. */
import Stripe from 'stripe';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderDetailBody, ReceiptBody } from '#contract/ordering.ts';
import { expireOrder } from '#server/ordering/close-order.ts';
import { drawReceiptPdf } from '#server/ordering/receipt-pdf.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let buyer: Person;
let stranger: Person;

beforeAll(async () => {
  shop = await openTestShop({ env: { MAX_UNPAID_ORDERS: '100' } });
  admin = await shop.person('admin', 'owner@example.test');
  buyer = await shop.person('customer', 'nadia@example.test');
  stranger = await shop.person('customer');
});
afterAll(() => shop.close());

const DELIVERY = { address: '14 Workshop Lane\nDhaka 1208', phone: '+880 1711 000000' };
type Placed = { insertedId: string; orderId: string };

async function place(body: object = {}, partIds?: readonly string[]): Promise<Placed> {
  const ids = partIds ?? [await makePart(shop, admin, { price: 10, name: 'Oil Filter, spin-on' })];
  const lines = ids.map((partId) => ({ partId, quantity: 2 }));
  const placed = await shop.call('POST', '/order', {
    token: buyer.token,
    body: { lines, ...DELIVERY, ...body },
  });
  expect(placed.status).toBe(201);
  return placed.body as Placed;
}

async function orderPage(ref: string, reader = buyer): Promise<OrderDetailBody> {
  const { status, body } = await shop.call('GET', `/order/${ref}`, { token: reader.token });
  expect(status).toBe(200);
  return body as OrderDetailBody;
}

/** Lets something happen so many minutes later, and answers when that was; then the clock is as before. */
async function later(minutes: number, happening: () => Promise<unknown>): Promise<string> {
  const before = shop.clock.now;
  shop.clock.now = new Date(before.getTime() + minutes * 60_000);
  await happening();
  const at = shop.clock.now.toISOString();
  shop.clock.now = before;
  return at;
}

/** Pays by card at the provider alone; the browser never comes back. */
async function payAtProvider(insertedId: string): Promise<string> {
  const prepared = await shop.call('POST', '/create-payment-intent', {
    token: buyer.token,
    body: { orderId: insertedId },
  });
  const { clientSecret } = prepared.body as { clientSecret: string };
  const post = async (path: string, form: Record<string, string>) => {
    const key = shop.shop.deps.payments.publishableKey;
    const response = await fetch(`${shop.url}/sandbox/stripe/v1${path}`, {
      method: 'POST',
      body: new URLSearchParams({ key, ...form }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { id: string };
  };
  const method = await post('/payment_methods', {
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2034',
    'card[cvc]': '123',
  });
  const intentId = clientSecret.split('_secret_')[0] ?? '';
  await post(`/payment_intents/${intentId}/confirm`, {
    payment_method: method.id,
    client_secret: clientSecret,
  });
  return intentId;
}

async function sendWebhook(intentId: string): Promise<void> {
  const payload = JSON.stringify({
    id: `evt_${intentId}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: intentId, object: 'payment_intent' } },
  });
  const signature = new Stripe('sk_test_x').webhooks.generateTestHeaderString({
    payload,
    secret: 'whsec_for_tests_0123456789abcdef',
  });
  const response = await fetch(`${shop.url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
  expect(response.status).toBe(200);
}

describe("an order's page", () => {
  it('is found by id and by number, and shows the order with its parts as they are today', async () => {
    const partId = await makePart(shop, admin, {
      price: 10,
      brand: 'Kolb',
      partNumber: 'OF 3-20',
      partType: 'brake-disc',
    });
    const { insertedId, orderId } = await place({}, [partId]);
    await shop.call('PUT', `/parts/${partId}`, { token: admin.token, body: { name: 'Renamed', price: 99 } });
    const byId = await orderPage(insertedId);
    expect(byId).toEqual(await orderPage(orderId));
    expect(byId).toMatchObject({
      orderId,
      amount: 2430,
      listAmount: 20,
      rate: '121.50',
      address: DELIVERY.address,
      lines: [
        {
          partId,
          partsName: 'Brake Disc, front axle, 320 mm',
          pricePerUnit: 1215,
          brand: 'Kolb',
          brandSlug: 'kolb',
          partNumber: 'OF 3-20',
          img: '/media/none/960.webp',
          partType: 'Brake Disc',
          partTypeCode: 'brake-disc',
          archived: false,
        },
      ],
    });
    await shop.call('DELETE', `/parts/${partId}`, { token: admin.token });
    expect((await orderPage(insertedId)).lines[0]).toMatchObject({ archived: true });
  });

  it.each(['', '/receipt', '/receipt.pdf'])(
    '%s is not there for another buyer, and is for an admin',
    async (page) => {
      const { insertedId, orderId } = await place();
      for (const ref of [insertedId, orderId]) {
        const answers = await Promise.all(
          [undefined, stranger.token, buyer.token, admin.token].map((token) =>
            shop.call('GET', `/order/${ref}${page}`, { token }),
          ),
        );
        expect(answers.map(({ status }) => status)).toEqual([401, 404, 200, 200]);
      }
      const unknown = await shop.call('GET', `/order/MS-2026-999999${page}`, { token: buyer.token });
      expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    },
  );
});

describe('the timeline', () => {
  const told = (order: OrderDetailBody) => order.events.map(({ event, at, by }) => [event, at, by]);

  it('begins when the order is placed, by its buyer, and says until when the stock is held', async () => {
    const at = shop.clock.now.toISOString();
    const order = await orderPage((await place()).insertedId);
    expect(told(order)).toEqual([['placed', at, 'buyer']]);
    expect(Date.parse(order.reservedUntil) - Date.parse(at)).toBe(120 * 60_000);
  });

  it('has payment and shipping when only the webhook came, once though it comes twice', async () => {
    const at = shop.clock.now.toISOString();
    const { insertedId } = await place();
    const intentId = await payAtProvider(insertedId);
    const paidAt = await later(7, () => sendWebhook(intentId));
    await later(8, () => sendWebhook(intentId));
    const order = await orderPage(insertedId);
    expect(order.transactionId).toBe(intentId);
    expect(told(order)).toEqual([
      ['placed', at, 'buyer'],
      ['paid', paidAt, null],
      ['shipped', paidAt, null],
    ]);
  });

  it('says that the buyer cancelled', async () => {
    const { insertedId } = await place();
    const cancelledAt = await later(3, () =>
      shop.call('DELETE', `/order/${insertedId}`, { token: buyer.token }),
    );
    expect(told(await orderPage(insertedId)).at(-1)).toEqual(['cancelled', cancelledAt, 'buyer']);
  });

  it('says that the shop cancelled, and to an admin alone which person it was', async () => {
    const { insertedId } = await place();
    await shop.call('DELETE', `/order/${insertedId}`, { token: admin.token });
    expect((await orderPage(insertedId)).events.at(-1)).toMatchObject({ by: 'shop', byEmail: null });
    expect((await orderPage(insertedId, admin)).events.at(-1)).toMatchObject({
      by: 'shop',
      byEmail: 'owner@example.test',
    });
  });

  it('says that it expired, which is nobody’s doing, and stays so when somebody cancels afterwards', async () => {
    const { insertedId } = await place();
    const expiredAt = await later(121, () => expireOrder(shop.shop.deps, insertedId));
    await shop.call('DELETE', `/order/${insertedId}`, { token: buyer.token });
    expect(told(await orderPage(insertedId)).slice(1)).toEqual([['expired', expiredAt, null]]);
  });

  it('names who began a cancelling that was interrupted, although time ended it', async () => {
    const { insertedId } = await place();
    await shop.databases.write
      .updateTable('shop_order')
      .set({ closing_as: 'cancelled', closing_by: admin.id })
      .where('id', '=', insertedId)
      .execute();
    await later(121, () => expireOrder(shop.shop.deps, insertedId));
    expect((await orderPage(insertedId)).events.at(-1)).toMatchObject({ event: 'cancelled', by: 'shop' });
  });
});

describe('the document about an order', () => {
  const receipt = async (ref: string) =>
    (await shop.call('GET', `/order/${ref}/receipt`, { token: buyer.token })).body as ReceiptBody;

  async function pdf(ref: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${shop.url}/api/order/${ref}/receipt.pdf`, {
      headers: { authorization: `Bearer ${buyer.token}`, ...headers },
    });
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  }

  /** What stands on each page, and what the file says of itself. */
  async function read(bytes: Uint8Array) {
    const document = await getDocumentProxy(bytes.slice());
    const { text } = await extractText(document);
    const pages = text.map((page) => page.replace(/\s+/g, ' '));
    const { info } = await getMeta(document);
    const isTagged = (await document.getMarkInfo())?.Marked === true;
    await document.loadingTask.destroy();
    return { pages, info, isTagged };
  }

  it('of an order that is not paid is a confirmation that says so', async () => {
    const { insertedId, orderId } = await place();
    expect(await receipt(insertedId)).toMatchObject({
      kind: 'confirmation',
      title: 'Order confirmation – not paid',
      totalLabel: 'Total to pay',
      total: '2,430.00 TK',
      totalInWords: 'Two thousand four hundred and thirty taka',
    });
    const { pages } = await read((await pdf(insertedId)).bytes);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain(`Order confirmation – not paid ${orderId}`);
    expect(pages[0]).toContain('This is no receipt.');
  });

  it('of a paid order is a receipt, and the PDF says every word of it', async () => {
    const { insertedId, orderId } = await place();
    await sendWebhook(await payAtProvider(insertedId));
    const facts = await receipt(insertedId);
    expect(facts).toMatchObject({ kind: 'receipt', title: 'Receipt', totalLabel: 'Total paid' });
    const { response, bytes } = await pdf(orderId);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain(`filename="${orderId}.pdf"`);
    const { pages, info, isTagged } = await read(bytes);
    const said = [
      ...[facts.title, facts.statement, facts.shopName, facts.total, facts.totalInWords, facts.totalLabel],
      ...[...facts.buyer, ...facts.delivery, facts.exchange ?? ''],
      ...facts.facts.flatMap(({ label, value }) => [label, value]),
      ...facts.lines.flatMap((line) => Object.values(line)),
    ];
    for (const text of said) expect(pages[0]).toContain(text);
    expect(info).toMatchObject({ Title: `Receipt ${orderId}`, Language: 'en' });
    expect(isTagged).toBe(true);
  });

  it.each([
    ['cancelled', 'Cancelled order'],
    ['expired', 'Expired order'],
  ])('of a %s order says so', async (end, title) => {
    const { insertedId } = await place();
    if (end === 'cancelled') await shop.call('DELETE', `/order/${insertedId}`, { token: buyer.token });
    else await later(121, () => expireOrder(shop.shop.deps, insertedId));
    expect(await receipt(insertedId)).toMatchObject({ kind: end, title });
    const { pages } = await read((await pdf(insertedId)).bytes);
    expect(pages[0]).toContain(title);
    expect(pages[0]).toContain('This is no receipt.');
  });

  it('has the same bytes each time, and is not sent again to who has them', async () => {
    const { insertedId } = await place();
    const first = await pdf(insertedId);
    const second = await pdf(insertedId);
    expect(Buffer.from(second.bytes).equals(Buffer.from(first.bytes))).toBe(true);
    const third = await pdf(insertedId, { 'if-none-match': first.response.headers.get('etag') ?? '' });
    expect([third.response.status, third.bytes.length]).toEqual([304, 0]);
    expect(first.response.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('goes on over several pages, each with the heads of the table and its number', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 45; index += 1) {
      ids.push(await makePart(shop, admin, { price: 1, name: `Clip number ${index + 1} of a long list` }));
    }
    const { insertedId } = await place({}, ids);
    const { pages } = await read((await pdf(insertedId)).bytes);
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, text] of pages.entries())
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
    for (const text of pages.slice(0, 2)) expect(text).toContain('Price per unit');
    const whole = pages.join(' ');
    for (let index = 1; index <= 45; index += 1)
      expect(whole).toContain(`Clip number ${index} of a long list`);
  });

  /** Each line of text and how far below the top of its sheet it stands, in points: sheet by sheet. */
  async function placesOf(bytes: Uint8Array) {
    const document = await getDocumentProxy(bytes.slice());
    const sheets: { text: string; y: number }[][] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      sheets.push(
        items.flatMap((item) =>
          'str' in item && item.str.trim() !== ''
            ? [{ text: item.str, y: 841.89 - Number(item.transform[5]) }]
            : [],
        ),
      );
    }
    await document.loadingTask.destroy();
    return sheets;
  }

  /** Looks that each text stands on a sheet, in this order, and nothing but the foot stands below the others. */
  function expectOnSheets(sheets: Awaited<ReturnType<typeof placesOf>>, texts: readonly string[]) {
    const isFoot = (text: string) => text.startsWith('Page ') || text.includes(' · ');
    const lines = sheets.flatMap((sheet) => sheet.filter(({ text }) => !isFoot(text)));
    for (const { text, y } of lines) {
      expect(y, text).toBeGreaterThan(30);
      expect(y, text).toBeLessThan(841.89 - 70);
    }
    const drawn = lines.map(({ text }) => text);
    expect(drawn.filter((text) => texts.includes(text))).toEqual(texts);
  }

  const numbered = (count: number, named: (number: number) => string) =>
    Array.from({ length: count }, (_, index) => named(index + 1));

  it.each([
    ['that ends where a sheet does', 42],
    ['of a sheet and a half', 60],
    ['of several sheets', 166],
  ])('has every line of an address %s on a sheet, and what follows it', async (_, count) => {
    // Short, and unlike all else that the sheet says.
    const address = numbered(count, (number) =>
      String.fromCodePoint(0x410 + (number % 32), 0x410 + (number >> 5)),
    );
    const { insertedId } = await place({ address: address.join('\n') });
    expectOnSheets(await placesOf((await pdf(insertedId)).bytes), [...address, 'Total to pay']);
  });

  it('has every refund, and every condition of a fit, on a sheet', async () => {
    const { insertedId } = await place();
    const facts = await receipt(insertedId);
    const [line] = facts.lines;
    if (line === undefined) throw new Error('a receipt has lines');
    const conditions = numbered(200, (number) => `on-axle-${number}-from-the-front`);
    const refunds = numbered(120, (number) => `Refunded on day ${number}`);
    const drawn = await drawReceiptPdf(
      {
        ...facts,
        lines: [line, { ...line, fit: conditions.join(' ') }, line],
        deductions: refunds.map((label) => ({ label, value: '-1.00 TK' })),
      },
      shop.clock.now,
    );
    const sheets = await placesOf(Uint8Array.from(drawn));
    expectOnSheets(sheets, refunds);
    const whole = sheets.flatMap((sheet) => sheet.map(({ text }) => text)).join(' ');
    for (const condition of conditions) expect(whole).toContain(condition);
  });

  it('sets Cyrillic, Greek, Vietnamese and Bengali, and speaks of the characters that it cannot set', async () => {
    const said = 'A box stands for a character';
    const settable = await place({ address: 'Дмитро Шевченко, Ελένη, Nguyễn, ঢাকা' });
    const [plain] = (await read((await pdf(settable.insertedId)).bytes)).pages;
    expect(plain).toContain('Дмитро Шевченко');
    expect(plain).toContain('Ελένη');
    expect(plain).toContain('Nguyễn');
    expect(plain).toMatch(/\p{Script=Bengali}/u);
    expect(plain).not.toContain(said);
    const unsettable = await place({ address: '東京都 1-2-3' });
    const [boxed] = (await read((await pdf(unsettable.insertedId)).bytes)).pages;
    expect(boxed).toContain('1-2-3');
    expect(boxed).toContain(said);
  });
});
