/** The newsletter's addresses as a file for a mailing program: whole, of one state, and with the way to leave for each. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNewsletterTokens } from '#server/newsletter/newsletter-tokens.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

/** More than are read at once, twice over. */
const MANY = 2_300;
/** Anybody may type an address that a spreadsheet would run. */
const FORMULA = "=cmd|'/c-calc'!a0@evil.example";

const HEAD = 'Email,Status,Asked for,Confirmed,Left,Leave link,List-Unsubscribe';

let shop: TestShop;
let admin: Person;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  await subscribe('ada@workshop.example');
  await subscribe(FORMULA);
  await ask('waiting@workshop.example');
  await subscribe('gone@workshop.example');
  const token = tokens().leave.seal({ email: 'gone@workshop.example' });
  expect((await shop.call('POST', '/newsletter/leave', { body: { token } })).status).toBe(200);
});
afterAll(() => shop.close());

const tokens = () => createNewsletterTokens(shop.accessSecret);
const now = () => shop.clock.now.toISOString();

async function ask(email: string): Promise<void> {
  // Each at a moment of its own, so that there is a newest one.
  shop.clock.now = new Date(shop.clock.now.getTime() + 1_000);
  expect((await shop.call('POST', '/newsletter', { body: { email } })).status).toBe(202);
}

async function subscribe(email: string): Promise<void> {
  await ask(email);
  const { request_id: requestId } = await shop.databases.write
    .selectFrom('newsletter_subscription')
    .select('request_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const token = tokens().confirm.seal({ requestId, issuedAt: shop.clock.now });
  expect((await shop.call('POST', '/newsletter/confirm', { body: { token } })).status).toBe(200);
}

/** The file's lines behind its head, by their cells; for files whose addresses have no comma. */
async function fileOf(query = '') {
  const answer = await shop.call('GET', `/newsletter/export${query}`, { token: admin.token });
  const [head, ...lines] = String(answer.body).trimEnd().split('\n');
  const rows = lines.map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
  return { ...answer, head, rows, emails: rows.map(([email]) => email) };
}

it('it has the addresses of the state that was asked for, newest first, or all of them', async () => {
  expect((await fileOf('?status=subscribed')).emails).toEqual([`'${FORMULA}`, 'ada@workshop.example']);
  expect((await fileOf('?status=unconfirmed')).emails).toEqual(['waiting@workshop.example']);
  expect((await fileOf('?status=left')).emails).toEqual(['gone@workshop.example']);
  expect((await fileOf()).emails).toEqual([
    'gone@workshop.example',
    'waiting@workshop.example',
    `'${FORMULA}`,
    'ada@workshop.example',
  ]);
  expect((await fileOf('?status=nobody')).status).toBe(422);
});

it('it says of each address how it stands since when, and is named after the state and the day', async () => {
  const { status, headers, head, rows } = await fileOf('?status=left');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toContain(`newsletter-left-${now().slice(0, 10)}.csv`);
  // What reads bytes finds a mark before it, which text has lost.
  expect(head?.replace('\uFEFF', '')).toBe(HEAD);
  expect(rows).toEqual([['gone@workshop.example', 'left', now(), now(), now(), '', '']]);
});

it('each subscriber has a link of their own that leads out, and an address for mail programs; nobody else has', async () => {
  const { rows } = await fileOf('?status=subscribed');
  expect(rows).toHaveLength(2);
  for (const [email, , , , , link = '', oneClick = ''] of rows) {
    const { origin, pathname, searchParams } = new URL(link);
    expect(`${origin}${pathname}`).toBe(`${shop.url}/newsletter/leave`);
    const token = searchParams.get('token') ?? '';
    expect(tokens().leave.open(token)).toEqual({ email: email?.replace(/^'/, '') });
    expect(oneClick).toMatch(new RegExp(`^${shop.url}/api/newsletter/one-click\\?token=[\\w-]+$`));
  }
  for (const status of ['unconfirmed', 'left'])
    for (const row of (await fileOf(`?status=${status}`)).rows) expect(row.slice(5)).toEqual(['', '']);
});

it('an address that a spreadsheet would run is text to it', async () => {
  const { body } = await shop.call('GET', '/newsletter/export?status=subscribed', { token: admin.token });
  const [, line = ''] = String(body).split('\n');
  expect(line.startsWith(`"'${FORMULA}",subscribed,`)).toBe(true);
});

it('who leaves by the link of the file is in the next one no more', async () => {
  await subscribe('bored@workshop.example');
  await subscribe('bothered@workshop.example');
  const { rows } = await fileOf('?status=subscribed');
  const [bothered = [], bored = []] = rows;
  expect([bothered[0], bored[0]]).toEqual(['bothered@workshop.example', 'bored@workshop.example']);
  const token = new URL(String(bored[5])).searchParams.get('token');
  expect((await shop.call('POST', '/newsletter/leave', { body: { token } })).status).toBe(200);
  const pressed = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(String(bothered[6]), { method: 'POST', body: pressed })).status).toBe(200);
  expect((await fileOf('?status=subscribed')).emails).toEqual([`'${FORMULA}`, 'ada@workshop.example']);
});

it('it has each address once, beyond what is read at once, in the order of the list', async () => {
  // Three of each moment.
  await sql`
    INSERT INTO newsletter_subscription (email, status, request_id, requested_at, mailed_at, confirmed_at)
    SELECT 'reader-' || n || '@many.example', 'subscribed', gen_random_uuid(), moment, moment, moment
    FROM generate_series(1, ${MANY}::int) AS n,
         LATERAL (SELECT ${shop.clock.now}::timestamptz - (n / 3 + 1) * interval '1 hour' AS moment) AS asked`.execute(
    shop.databases.write,
  );
  const { emails } = await fileOf('?status=subscribed');
  expect(emails).toHaveLength(MANY + 2);
  expect(new Set(emails).size).toBe(MANY + 2);
  const seen: string[] = [];
  for (let path: string | undefined = '/newsletter?status=subscribed&limit=100'; path !== undefined; ) {
    const page: Awaited<ReturnType<TestShop['call']>> = await shop.call('GET', path, { token: admin.token });
    seen.push(...(page.body as { email: string }[]).map(({ email }) => email));
    path = /<\/api([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
  }
  expect(emails.map((email) => email?.replace(/^'/, ''))).toEqual(seen);
});

it('it is for admins alone', async () => {
  const { token } = await shop.person('customer');
  expect((await shop.call('GET', '/newsletter/export', { token })).status).toBe(403);
  expect((await shop.call('GET', '/newsletter/export')).status).toBe(401);
});
