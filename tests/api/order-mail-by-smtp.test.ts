/** A shop whose settings name a mail server: buyers get their mail by it, through outages and refusals. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makePart } from '../factories/parts.ts';
import { openPostOffice, type PostOffice, type Taken } from '../ports/smtp-fixture.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';
import { passPause } from './pass-pause.ts';

const USER = { name: 'shop@parts.example', password: 'p@ss/word' };

let office: PostOffice;
let shop: TestShop;
let buyer: Person;
let partId: string;
beforeAll(async () => {
  office = await openPostOffice({ user: USER });
  shop = await openTestShop({
    work: true,
    env: {
      SMTP_URL: `smtp://shop%40parts.example:p%40ss%2Fword@127.0.0.1:${office.port}?timeoutSeconds=2`,
      MAIL_FROM: 'Parts Shop <orders@parts.example>',
    },
  });
  buyer = await shop.person('customer', 'ada@workshop.example');
  partId = await makePart(shop, await shop.person('admin'));
});
afterAll(async () => {
  await shop.close();
  await office.stop();
});

/** Places an order and says its id and number. */
async function place(): Promise<{ id: string; number: string }> {
  const { status, body } = await shop.call('POST', '/order', {
    token: buyer.token,
    body: { partId, orderQuantity: 2, address: 'Mühlweg 12\r\nBcc: all@evil.example', phone: '01700 000000' },
  });
  expect(status).toBe(201);
  const { insertedId, orderId } = body as { insertedId: string; orderId: string };
  return { id: insertedId, number: orderId };
}

function arrived(number: string): Taken[] {
  return office.taken.filter(({ mail }) => mail.subject?.includes(number));
}

test('an order that is placed: its mail arrives, once', async () => {
  const { id, number } = await place();
  await vi.waitFor(() => expect(arrived(number)).toHaveLength(1), { timeout: 15_000, interval: 100 });
  const [taken] = arrived(number);
  expect(taken).toMatchObject({
    user: USER.name,
    envelope: { from: 'orders@parts.example', to: ['ada@workshop.example'] },
    mail: {
      from: { name: 'Parts Shop', address: 'orders@parts.example' },
      subject: `Order ${number} received`,
      messageId: `<${id}.placed@127.0.0.1>`,
    },
  });
  for (const body of [taken?.mail.text, taken?.mail.html]) {
    expect(body).toContain(`${shop.url}/dashboard/payment/${id}`);
    expect(body).toContain('Mühlweg 12');
  }
  expect(taken?.mail.bcc).toBeUndefined();
});

test('a server that is away: the mail comes once it is back, and once only', async () => {
  const { port, taken } = office;
  await office.stop();
  const { number } = await place();
  await vi.waitFor(async () => expect(await tries(number)).toBeGreaterThan(0), {
    timeout: 15_000,
    interval: 100,
  });
  office = await openPostOffice({ user: USER, port });
  office.taken.push(...taken);
  await passPause(shop.databases);
  await vi.waitFor(() => expect(arrived(number)).toHaveLength(1), { timeout: 25_000, interval: 100 });
  await vi.waitFor(async () => expect(await stateOf(number)).toBe('completed'), { timeout: 10_000 });
  expect(arrived(number)).toHaveLength(1);
}, 60_000);

test('a mailbox that is not there: nobody tries for half a day', async () => {
  office.refusal = { at: 'recipient', code: 550, text: 'No such mailbox' };
  const { number } = await place();
  await vi.waitFor(async () => expect(await stateOf(number)).toBe('failed'), {
    timeout: 15_000,
    interval: 100,
  });
  office.refusal = undefined;
  expect(arrived(number)).toEqual([]);
});

/** What the queue says of the mail of an order that was placed. */
async function job(number: string): Promise<{ state: string; output: unknown }> {
  const { rows } = await shop.databases.writePool.query<{ state: string; output: unknown }>(
    `SELECT job.state, job.output FROM job_queue.job JOIN shop_order ON job.data ->> 'orderId' = shop_order.id::text
     WHERE job.name = 'mail-about-order' AND shop_order.number = $1`,
    [number],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no mail was asked for about ${number}`);
  return row;
}
const stateOf = async (number: string) => (await job(number)).state;
/** 1 once a try has failed. */
const tries = async (number: string) => ((await job(number)).output === null ? 0 : 1);
