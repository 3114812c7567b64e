/** The newsletter, from asking for it to leaving it and coming back. */
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createNewsletterTokens } from '#server/newsletter/newsletter-tokens.ts';
import { forgetSubscriptions } from '#server/newsletter/subscribe.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { type Answer, openTestShop, type TestShop } from '../shop.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let shop: TestShop;
let mailbox: Mailbox;
beforeAll(async () => {
  shop = await openTestShop({ work: true });
  mailbox = openMailbox(shop.dataDir);
});
afterAll(() => shop.close());

const post = (step: string, body: unknown) => shop.call('POST', `/newsletter${step}`, { body });
const ask = (email: unknown) => post('', { email });
const later = (ms: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + ms);
};

async function statusOf(email: string): Promise<string | undefined> {
  const row = await shop.databases.write
    .selectFrom('newsletter_subscription')
    .select('status')
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.status;
}

/** Waits until everything that was asked for is sent. */
async function allMailIsOut(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await shop.databases.writePool.query(
        "SELECT 1 FROM job_queue.job WHERE name = 'mail-about-newsletter' AND state IN ('created', 'active', 'retry')",
      );
      expect(rows).toEqual([]);
    },
    { timeout: 15_000, interval: 50 },
  );
}

const CONFIRM = /^Confirm your/;
const WELCOME = /^You are on/;
const ALREADY = /^You already/;
const tokenIn = ({ text = '' }: Email, page: string) =>
  new RegExp(`/newsletter/${page}\\?token=([\\w-]+)`).exec(text)?.[1] ?? '';
const headerOf = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value;

type Subscriber = {
  readonly confirm: string;
  readonly leave: string;
  readonly oneClick: string;
  readonly welcome: Email;
};

/** Somebody who has confirmed: what they have in their mailbox. */
async function subscriber(email: string): Promise<Subscriber> {
  expect((await ask(email)).status).toBe(202);
  const confirm = tokenIn(await mailbox.readMail(email, CONFIRM), 'confirm');
  expect(await post('/confirm', { token: confirm })).toMatchObject({ status: 200, body: { email } });
  const welcome = await mailbox.readMail(email, WELCOME);
  const oneClick = headerOf(welcome, 'list-unsubscribe')?.slice(1, -1) ?? '';
  return { confirm, leave: tokenIn(welcome, 'leave'), oneClick, welcome };
}

describe('asking for the newsletter', () => {
  it('sends a mail with a link, and nothing more before that is confirmed', async () => {
    expect(await ask(' Ada@Workshop.Example ')).toMatchObject({ status: 202, body: { accepted: true } });
    const confirmation = await mailbox.readMail('ada@workshop.example', CONFIRM);
    expect(await statusOf('ada@workshop.example')).toBe('unconfirmed');
    const link = `${shop.url}/newsletter/confirm?token=`;
    for (const body of [confirmation.text, confirmation.html]) expect(body).toContain(link);
    // It is not to a list yet.
    expect(headerOf(confirmation, 'list-unsubscribe')).toBeUndefined();
    await allMailIsOut();
    expect(await mailbox.mailsTo('ada@workshop.example')).toHaveLength(1);
  });

  it('says the same whoever asks: new, asked, subscribed or left', async () => {
    const { leave } = await subscriber('known@workshop.example');
    const { leave: gone } = await subscriber('gone@workshop.example');
    expect(leave).not.toBe('');
    await post('/leave', { token: gone });
    await ask('asked@workshop.example');
    const answers: Answer[] = [];
    for (const who of ['new', 'asked', 'known', 'gone']) answers.push(await ask(`${who}@workshop.example`));
    for (const { status, body, headers } of answers) {
      expect({ status, body }).toEqual({ status: 202, body: { accepted: true } });
      expect([...headers.keys()].sort()).toEqual([...(answers[0]?.headers.keys() ?? [])].sort());
    }
  });

  it('again within the hour sends nothing; after it, a link that is as good as the first', async () => {
    const email = 'patient@workshop.example';
    await ask(email);
    const first = tokenIn(await mailbox.readMail(email, CONFIRM), 'confirm');
    later(HOUR_MS - 1);
    await ask(email);
    await allMailIsOut();
    expect(await mailbox.mailsTo(email)).toHaveLength(1);
    later(1);
    await ask(email);
    const second = tokenIn(await mailbox.readMail(email, CONFIRM), 'confirm');
    expect(second).not.toBe(first);
    expect((await post('/confirm', { token: first })).status).toBe(200);
    expect((await post('/confirm', { token: second })).status).toBe(200);
  });

  it('for an address that is subscribed tells its owner so, and changes nothing', async () => {
    const email = 'again@workshop.example';
    await subscriber(email);
    await ask(email);
    await allMailIsOut();
    expect(await mailbox.mailsTo(email)).toHaveLength(2);
    later(HOUR_MS);
    await ask(email);
    const already = await mailbox.readMail(email, ALREADY);
    expect(headerOf(already, 'list-unsubscribe')).toContain('/api/newsletter/one-click?token=');
    expect(await statusOf(email)).toBe('subscribed');
  });

  it('twenty times at the same moment is one subscription and one mail', async () => {
    const email = 'crowd@workshop.example';
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(email)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    await mailbox.readMail(email, CONFIRM);
    await allMailIsOut();
    expect(await mailbox.mailsTo(email)).toHaveLength(1);
  });

  it.each([
    ['', 'Email is Required'],
    [undefined, 'Email is Required'],
    ['ada', 'Provide a valid Email'],
    ['ada@workshop', 'Provide a valid Email'],
    ['ada@workshop.example, all@evil.example', 'Provide a valid Email'],
    ['ada@workshop.example\r\nBcc: all@evil.example', 'Provide a valid Email'],
    ['"ada\\" <x>"@workshop.example', 'Provide a valid Email'],
    ['ада@пример.рф', 'Provide a valid Email'],
    ['<script>@workshop.example', 'Provide a valid Email'],
    [`${'a'.repeat(250)}@b.example`, 'Provide a valid Email'],
    [['ada@workshop.example'], 'Email is Required'],
    [{ $ne: null }, 'Email is Required'],
    [42, 'Email is Required'],
  ])('%j is no address', async (email, message) => {
    const answer = await ask(email);
    expect(answer.status).toBe(422);
    const { errors } = answer.body as { errors: { path: string; message: string }[] };
    expect(errors[0]).toEqual({ path: 'body.email', message });
  });

  it('at odd but real addresses works', async () => {
    for (const email of [
      "o'hara+news@workshop.example",
      '!#$%&*/=?^_`{|}~-@a.example',
      `a@${'b'.repeat(63)}.example`,
    ]) {
      expect((await ask(email)).status).toBe(202);
      const token = tokenIn(await mailbox.readMail(email, CONFIRM), 'confirm');
      expect((await post('/confirm', { token })).body).toEqual({ email });
    }
  });

  it('is limited for one caller, whatever they type', async () => {
    const limited = await openTestShop({ env: { RATE_LIMITS: 'true' } });
    try {
      const statuses: number[] = [];
      for (let each = 0; each < 25; each += 1) {
        const body = { email: `victim-${each}@workshop.example` };
        statuses.push((await limited.call('POST', '/newsletter', { body })).status);
      }
      expect(statuses.slice(0, 20)).toEqual(Array(20).fill(202));
      expect(statuses.slice(-4)).toEqual(Array(4).fill(429));
    } finally {
      await limited.close();
    }
  });
});

describe('a confirmation link', () => {
  it('does no harm twice, and welcomes once', async () => {
    const email = 'twice@workshop.example';
    const { confirm } = await subscriber(email);
    const answers = await Promise.all([1, 2, 3].map(() => post('/confirm', { token: confirm })));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { email } });
    await allMailIsOut();
    expect((await mailbox.mailsTo(email)).filter(({ subject = '' }) => WELCOME.test(subject))).toHaveLength(
      1,
    );
  });

  it('is good for 7 days', async () => {
    await ask('late@workshop.example');
    await ask('timely@workshop.example');
    const late = tokenIn(await mailbox.readMail('late@workshop.example', CONFIRM), 'confirm');
    const timely = tokenIn(await mailbox.readMail('timely@workshop.example', CONFIRM), 'confirm');
    later(7 * DAY_MS);
    expect((await post('/confirm', { token: timely })).status).toBe(200);
    later(1);
    expect(await post('/confirm', { token: late })).toMatchObject({
      status: 410,
      body: { code: 'TOKEN_EXPIRED' },
    });
    expect(await statusOf('late@workshop.example')).toBe('unconfirmed');
  });

  it('brings nobody back who has left since', async () => {
    const email = 'replayed@workshop.example';
    const { confirm, leave } = await subscriber(email);
    await post('/leave', { token: leave });
    expect((await post('/confirm', { token: confirm })).body).toMatchObject({ code: 'INVALID_TOKEN' });
    // Not even when they ask anew: that has a link of its own.
    later(HOUR_MS);
    await ask(email);
    const anew = tokenIn(await mailbox.readMail(email, CONFIRM), 'confirm');
    expect((await post('/confirm', { token: confirm })).body).toMatchObject({ code: 'INVALID_TOKEN' });
    expect(await statusOf(email)).toBe('unconfirmed');
    expect((await post('/confirm', { token: anew })).status).toBe(200);
    expect(await statusOf(email)).toBe('subscribed');
  });

  it('is nothing that a GET can confirm, as scanners of mail make them', async () => {
    await ask('scanned@workshop.example');
    const token = tokenIn(await mailbox.readMail('scanned@workshop.example', CONFIRM), 'confirm');
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(`${shop.url}/api/newsletter/confirm?token=${token}`, { method });
      expect(answer.status).toBe(405);
    }
    expect(await statusOf('scanned@workshop.example')).toBe('unconfirmed');
  });
});

describe('tokens', () => {
  it('are good for what they were made for, and nothing else', async () => {
    const { confirm, leave } = await subscriber('tokens@workshop.example');
    const others = createNewsletterTokens('another secret that somebody made up themselves');
    const forged = others.leave.seal({ email: 'tokens@workshop.example' });
    const flipped = `${leave.slice(0, -1)}${leave.endsWith('A') ? 'B' : 'A'}`;
    for (const token of [
      confirm,
      forged,
      flipped,
      leave.slice(1),
      `${leave}A`,
      `${leave}=`,
      'AAAA',
      'ü',
      '.',
      'null',
    ])
      for (const step of ['/leave', '/stay'])
        expect(await post(step, { token })).toMatchObject({ status: 422, body: { code: 'INVALID_TOKEN' } });
    for (const token of [leave, forged, confirm.slice(4)])
      expect(await post('/confirm', { token })).toMatchObject({
        status: 422,
        body: { code: 'INVALID_TOKEN' },
      });
    expect(await statusOf('tokens@workshop.example')).toBe('subscribed');
  });

  it('hide the address that they are about', async () => {
    const { leave } = await subscriber('hidden@workshop.example');
    expect(Buffer.from(leave, 'base64url').toString('latin1')).not.toContain('hidden');
  });

  it.each([{}, { token: '' }, { token: 'x'.repeat(2_001) }, { token: 7 }, { token: 'a\0b' }, []])(
    'that are none: %j',
    async (body) => {
      for (const step of ['/confirm', '/leave', '/stay']) expect((await post(step, body)).status).toBe(422);
    },
  );
});

describe('leaving', () => {
  it('takes one call, and twice does no harm', async () => {
    const email = 'leaver@workshop.example';
    const { leave } = await subscriber(email);
    expect(await post('/leave', { token: leave })).toMatchObject({ status: 200, body: { email } });
    expect(await post('/leave', { token: leave })).toMatchObject({ status: 200, body: { email } });
    expect(await statusOf(email)).toBe('left');
  });

  it('can be undone for 30 days, and then the address is forgotten', async () => {
    const email = 'wavering@workshop.example';
    const { leave } = await subscriber(email);
    await post('/leave', { token: leave });
    expect(await post('/stay', { token: leave })).toMatchObject({ status: 200, body: { email } });
    expect(await post('/stay', { token: leave })).toMatchObject({ status: 200, body: { email } });
    expect(await statusOf(email)).toBe('subscribed');

    await post('/leave', { token: leave });
    later(30 * DAY_MS);
    await forgetSubscriptions(shop.databases.write, shop.clock.now);
    expect(await statusOf(email)).toBe('left');
    later(1);
    await forgetSubscriptions(shop.databases.write, shop.clock.now);
    expect(await statusOf(email)).toBeUndefined();
    expect(await post('/stay', { token: leave })).toMatchObject({
      status: 409,
      body: { code: 'NOT_ON_THE_LIST' },
    });
    // The links of old mails go on working: by leaving, and for a subscription that is new.
    expect((await post('/leave', { token: leave })).status).toBe(200);
    await subscriber(email);
    expect((await post('/leave', { token: leave })).status).toBe(200);
    expect(await statusOf(email)).toBe('left');
  });

  it('is no way to be put on the list without having confirmed', async () => {
    const email = 'sideways@workshop.example';
    const { leave } = await subscriber(email);
    await post('/leave', { token: leave });
    later(HOUR_MS);
    await ask(email);
    expect(await statusOf(email)).toBe('unconfirmed');
    expect((await post('/stay', { token: leave })).body).toMatchObject({ code: 'NOT_ON_THE_LIST' });
    expect(await statusOf(email)).toBe('unconfirmed');
  });

  it('from a mail program takes one POST without any sign-in, in either form of body (RFC 8058)', async () => {
    const bodies: [string, string | FormData, Record<string, string>][] = [
      [
        'form@workshop.example',
        'List-Unsubscribe=One-Click',
        { 'content-type': 'application/x-www-form-urlencoded' },
      ],
      ['multipart@workshop.example', oneClickForm(), {}],
    ];
    for (const [email, body, headers] of bodies) {
      const { oneClick, welcome } = await subscriber(email);
      expect(headerOf(welcome, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      expect(oneClick).toMatch(new RegExp(`^${shop.url}/api/newsletter/one-click\\?token=[\\w-]+$`));
      for (const _ of [1, 2]) {
        const answer = await fetch(oneClick, { method: 'POST', body, headers, redirect: 'manual' });
        expect([answer.status, await answer.json()]).toEqual([200, { left: true }]);
      }
      expect(await statusOf(email)).toBe('left');
    }
  });

  it('from a mail program is nothing that a GET can do', async () => {
    const { oneClick } = await subscriber('prefetched@workshop.example');
    expect((await fetch(oneClick)).status).toBe(405);
    expect(await statusOf('prefetched@workshop.example')).toBe('subscribed');
  });
});

describe('forgetting', () => {
  it('takes who did not confirm within 7 days, and nobody else', async () => {
    await subscriber('kept@workshop.example');
    await ask('forgotten@workshop.example');
    later(7 * DAY_MS);
    await ask('young@workshop.example');
    await forgetSubscriptions(shop.databases.write, shop.clock.now);
    expect(await statusOf('forgotten@workshop.example')).toBe('unconfirmed');
    later(1);
    await forgetSubscriptions(shop.databases.write, shop.clock.now);
    expect(await statusOf('forgotten@workshop.example')).toBeUndefined();
    expect(await statusOf('young@workshop.example')).toBe('unconfirmed');
    expect(await statusOf('kept@workshop.example')).toBe('subscribed');
  });
});

describe('forms of pages without script', () => {
  const submit = async (step: string, fields: Readonly<Record<string, string>>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const answer = await fetch(`${shop.url}/api/newsletter/form/${step}`, {
      method: 'POST',
      body,
      redirect: 'manual',
    });
    return [answer.status, answer.headers.get('location')];
  };

  it('go the whole way', async () => {
    const email = 'plain@workshop.example';
    expect(await submit('subscribe', { address: email })).toEqual([303, '/newsletter?outcome=sent']);
    const token = tokenIn(await mailbox.readMail(email, CONFIRM), 'confirm');
    expect(await submit('confirm', { token })).toEqual([303, '/newsletter/confirm?outcome=confirmed']);
    const leave = tokenIn(await mailbox.readMail(email, WELCOME), 'leave');
    expect(await submit('leave', { token: leave })).toEqual([
      303,
      `/newsletter/leave?token=${leave}&outcome=left`,
    ]);
    expect(await statusOf(email)).toBe('left');
    expect(await submit('stay', { token: leave })).toEqual([
      303,
      `/newsletter/leave?token=${leave}&outcome=stayed`,
    ]);
    expect(await statusOf(email)).toBe('subscribed');
  });

  it('lead to a page that says what is wrong', async () => {
    expect(await submit('subscribe', {})).toEqual([303, '/newsletter?outcome=wrong-email']);
    expect(await submit('subscribe', { address: 'ada' })).toEqual([303, '/newsletter?outcome=wrong-email']);
    for (const step of ['confirm', 'leave', 'stay'])
      expect(await submit(step, { token: '//evil.example' })).toEqual([
        303,
        `/newsletter/${step === 'stay' ? 'leave' : step}?outcome=invalid`,
      ]);
  });
});

describe('the list', () => {
  it('is the owner’s, page by page and by status, with counts', async () => {
    const admin = await shop.person('admin');
    const counts = (await shop.call('GET', '/newsletter/counts', { token: admin.token })).body as Record<
      string,
      number
    >;
    const { subscribed = 0 } = counts;
    expect(subscribed).toBeGreaterThan(2);
    const first = await shop.call('GET', '/newsletter?status=subscribed&limit=2', { token: admin.token });
    expect(first.headers.get('x-total-count')).toBe(String(subscribed));
    const seen = new Set<string>();
    let path: string | undefined = '/newsletter?status=subscribed&limit=2';
    while (path !== undefined) {
      const page: Answer = await shop.call('GET', path, { token: admin.token });
      for (const { email, status, confirmedAt, leftAt } of page.body as Record<string, string | null>[]) {
        expect({ status, leftAt, isConfirmed: confirmedAt !== null }).toEqual({
          status: 'subscribed',
          leftAt: null,
          isConfirmed: true,
        });
        seen.add(String(email));
      }
      path = /<\/api([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(seen.size).toBe(subscribed);
    const all = await shop.call('GET', '/newsletter', { token: admin.token });
    expect(Number(all.headers.get('x-total-count'))).toBe(
      Object.values(counts).reduce((sum, count) => sum + count, 0),
    );
  });
});

function oneClickForm(): FormData {
  const form = new FormData();
  form.append('List-Unsubscribe', 'One-Click');
  return form;
}
