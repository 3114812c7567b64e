/** Mail by SMTP, to a real server. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { smtpMailer } from '#server/adapters/mail/smtp.ts';
import type { Mail, OpenMailer } from '#server/mail/mailer.ts';
import { FinalFailure } from '#server/platform/final-failure.ts';
import type { SmtpServer } from '#server/platform/mail-settings.ts';
import { selfSigned } from './self-signed.ts';
import { openPostOffice, type PostOffice, type PostOfficeOptions } from './smtp-fixture.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const from = { name: 'Mainshaft', address: 'orders@parts.example' };
const now = () => new Date('2026-01-31T14:30:00.250Z');

async function openOffice(options: PostOfficeOptions = {}): Promise<PostOffice> {
  const office = await openPostOffice(options);
  undo.push(() => office.stop());
  return office;
}

function mailerFor(
  office: Pick<PostOffice, 'port'>,
  server: Partial<SmtpServer> = {},
  options: Partial<Parameters<typeof smtpMailer>[0]> = {},
): OpenMailer {
  const mailer = smtpMailer({
    server: {
      host: '127.0.0.1',
      port: office.port,
      implicitTls: false,
      user: undefined,
      maxConnections: 2,
      timeoutMs: 2_000,
      ...server,
    },
    from,
    now,
    ...options,
  });
  undo.push(() => mailer.close());
  return mailer;
}

const mail = (changes: Partial<Mail> = {}): Mail => ({
  to: 'ada@workshop.example',
  subject: 'Order MS-2026-000042 is paid',
  text: 'Paid: 1,215.00 ৳\n',
  html: '<p>Paid: 1,215.00 ৳</p>',
  messageId: '42.paid@parts.example',
  ...changes,
});

describe('a mail', () => {
  it('arrives as text and as HTML that say what was given, under its own id', async () => {
    const office = await openOffice();
    await mailerFor(office).send(mail());
    expect(office.taken).toHaveLength(1);
    const [arrived] = office.taken;
    expect(arrived?.envelope).toEqual({ from: 'orders@parts.example', to: ['ada@workshop.example'] });
    expect(arrived?.mail).toMatchObject({
      from: { name: 'Mainshaft', address: 'orders@parts.example' },
      to: [{ address: 'ada@workshop.example' }],
      subject: 'Order MS-2026-000042 is paid',
      messageId: '<42.paid@parts.example>',
      date: '2026-01-31T14:30:00.000Z',
      attachments: [],
    });
    expect(arrived?.mail.text?.trimEnd()).toBe('Paid: 1,215.00 ৳');
    expect(arrived?.mail.html?.trim()).toBe('<p>Paid: 1,215.00 ৳</p>');
    expect(arrived?.raw.toString()).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(headers(arrived?.mail)).toMatchObject({ 'auto-submitted': 'auto-generated' });
  });

  it('keeps every sign of names, and lines of any length, within what a line of SMTP may be', async () => {
    const office = await openOffice();
    const long = 'Ölfilter '.repeat(400);
    const dots = '.\n..\n.hidden\n';
    await mailerFor(office, {}, { from: { name: 'Łódź “Części” 車部品', address: from.address } }).send(
      mail({
        subject: `Bestellung für Jürgen: ${'ক্রম '.repeat(40).trim()}`,
        text: `${dots}${long}\n`,
        html: `<p>${long}</p>`,
      }),
    );
    const [arrived] = office.taken;
    expect(arrived?.mail.from?.name).toBe('Łódź “Części” 車部品');
    expect(arrived?.mail.subject).toBe(`Bestellung für Jürgen: ${'ক্রম '.repeat(40).trim()}`);
    expect(arrived?.mail.text?.trimEnd()).toBe(`${dots}${long}`.trimEnd());
    expect(arrived?.mail.html).toContain(long);
    const lines = arrived?.raw.toString('latin1').split('\r\n') ?? [];
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998);
    expect(arrived?.raw.every((byte) => byte < 0x80)).toBe(true);
  });

  it('has no place for heads and recipients that others wrote', async () => {
    const office = await openOffice();
    const mailer = mailerFor(
      office,
      {},
      { from: { name: 'A\r\nBcc: all@evil.example', address: from.address } },
    );
    await mailer.send(
      mail({
        subject: 'Hello\r\nBcc: all@evil.example\r\n\r\nbody',
        messageId: '1@x\r\nBcc: all@evil.example',
      }),
    );
    const [arrived] = office.taken;
    expect(arrived?.envelope.to).toEqual(['ada@workshop.example']);
    expect(arrived?.mail.bcc).toBeUndefined();
    expect(arrived?.raw.toString()).not.toMatch(/^Bcc:/im);
    expect(arrived?.mail.text?.trimEnd()).toBe('Paid: 1,215.00 ৳');

    // An address that is more than one is nobody's: it is refused, and never split.
    for (const to of [
      'ada@workshop.example, all@evil.example',
      'ada@workshop.example>\r\nRCPT TO:<all@evil.example',
    ])
      await mailer.send(mail({ to })).catch(() => {});
    for (const { envelope } of office.taken) expect(envelope.to).not.toContain('all@evil.example');
  });

  it('to a list says where one POST ends it', async () => {
    const office = await openOffice();
    const url = `https://parts.example/api/newsletter/one-click?token=${'AbC-_9'.repeat(40)}`;
    await mailerFor(office).send(mail({ oneClickUnsubscribeUrl: url }));
    expect(headers(office.taken[0]?.mail)).toMatchObject({
      'list-unsubscribe': `<${url}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
  });

  it('to anybody else says nothing of a list', async () => {
    const office = await openOffice();
    await mailerFor(office).send(mail());
    expect(Object.keys(headers(office.taken[0]?.mail))).not.toContain('list-unsubscribe');
  });
});

describe('the connection', () => {
  it('is used again, shared by many mails, and closed at the end', async () => {
    const office = await openOffice();
    const mailer = mailerFor(office);
    await mailer.send(mail({ messageId: 'first@parts.example' }));
    await mailer.send(mail({ messageId: 'second@parts.example' }));
    expect(office.connections.made).toBe(1);
    await Promise.all(
      Array.from({ length: 12 }, (_, each) => mailer.send(mail({ messageId: `${each}@parts.example` }))),
    );
    expect(office.connections.made).toBeLessThanOrEqual(2);
    expect(new Set(office.taken.map((one) => one.mail.messageId)).size).toBe(14);
    await mailer.close();
    await vi.waitFor(() => expect(office.connections.open).toBe(0));
    await expect(mailer.send(mail())).rejects.toThrow('closed');
  });

  it('signs in where the settings have a user', async () => {
    const user = { name: 'shop@parts.example', password: 'pass:w/ö@rd%' };
    const office = await openOffice({ user });
    await mailerFor(office, { user }).send(mail());
    expect(office.taken[0]?.user).toBe('shop@parts.example');
  });

  it('with a wrong password fails for now, since somebody can put it right, and does not tell the password', async () => {
    const office = await openOffice({ user: { name: 'shop', password: 'right' } });
    const wrong = await failureOf(mailerFor(office, { user: { name: 'shop', password: 'hunter2' } }));
    expect(wrong).not.toBeInstanceOf(FinalFailure);
    expect(everythingIn(wrong)).not.toContain('hunter2');
    expect(everythingIn(wrong)).not.toContain(Buffer.from('\0shop\0hunter2').toString('base64'));
    const missing = await failureOf(mailerFor(office));
    expect(missing).not.toBeInstanceOf(FinalFailure);
    expect(office.taken).toEqual([]);
  });
});

describe('encryption', () => {
  const certificate = selfSigned();

  it.each([
    ['by STARTTLS', false],
    ['from the first byte', true],
  ])('%s, by a certificate that is trusted', async (_, implicitTls) => {
    const office = await openOffice({ tls: { ...certificate, implicit: implicitTls } });
    const options = { mustEncrypt: true, authorities: certificate.cert };
    await mailerFor(office, { implicitTls, host: 'localhost' }, options).send(mail());
    expect(office.taken[0]?.isEncrypted).toBe(true);
  });

  it.each([
    ['by STARTTLS', false],
    ['from the first byte', true],
  ])('%s is refused by us where nobody vouches for the certificate', async (_, implicitTls) => {
    const office = await openOffice({ tls: { ...certificate, implicit: implicitTls } });
    const failure = await failureOf(mailerFor(office, { implicitTls }, { mustEncrypt: true }));
    expect(failure).not.toBeInstanceOf(FinalFailure);
    expect(failure?.message).toMatch(/self-signed|certificate/i);
    expect(office.taken).toEqual([]);
  });

  it('is insisted on where it is not offered: neither mail nor password go in the open', async () => {
    const user = { name: 'shop', password: 'right' };
    const office = await openOffice({ user });
    const failure = await failureOf(mailerFor(office, { user }, { mustEncrypt: true }));
    expect(failure).toBeDefined();
    expect(failure).not.toBeInstanceOf(FinalFailure);
    expect(office.taken).toEqual([]);
  });

  it('is used on this machine where it is offered, whoever made the certificate', async () => {
    const office = await openOffice({ tls: certificate });
    await mailerFor(office).send(mail());
    expect(office.taken[0]?.isEncrypted).toBe(true);
  });
});

describe('a server that says no', () => {
  it.each([
    ['recipient', 550, 'No such mailbox'],
    ['recipient', 553, 'Mailbox name not allowed'],
    ['data', 554, 'This looks like spam'],
  ] as const)('for good to the %s (%i) ends it, and the next mail goes its way', async (at, code, text) => {
    const office = await openOffice();
    const mailer = mailerFor(office);
    office.refusal = { at, code, text };
    const failure = await failureOf(mailer);
    expect(failure).toBeInstanceOf(FinalFailure);
    expect(String(failure?.cause)).toContain(text);
    office.refusal = undefined;
    await mailer.send(mail());
    expect(office.taken).toHaveLength(1);
  });

  it.each([
    ['recipient', 450, 'Greylisted'],
    ['recipient', 530, 'Must issue a STARTTLS command first'],
    ['data', 451, 'Local error'],
  ] as const)('for now to the %s (%i) is worth another try', async (at, code, text) => {
    const office = await openOffice();
    const mailer = mailerFor(office);
    office.refusal = { at, code, text };
    const failure = await failureOf(mailer);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(FinalFailure);
    office.refusal = undefined;
    await mailer.send(mail());
    expect(office.taken).toHaveLength(1);
  });
});

describe('a server that is not there', () => {
  it('fails for now; once it is back the same mailer delivers', async () => {
    const first = await openPostOffice();
    const { port } = first;
    const mailer = mailerFor(first);
    await mailer.send(mail());
    await first.stop();
    const failure = await failureOf(mailer);
    expect(failure).not.toBeInstanceOf(FinalFailure);
    const second = await openOffice({ port });
    await mailer.send(mail());
    expect(second.taken).toHaveLength(1);
  });

  it('or never says a word, is given up after the time that the settings allow', async () => {
    const { createServer } = await import('node:net');
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    undo.push(() => new Promise((resolve) => silent.close(resolve)));
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const begun = performance.now();
    const failure = await failureOf(mailerFor({ port: address.port }, { timeoutMs: 300 }));
    expect(failure).not.toBeInstanceOf(FinalFailure);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});

async function failureOf(mailer: OpenMailer): Promise<Error | undefined> {
  return mailer.send(mail()).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
}

/** All that a log could print of an error. */
function everythingIn(error: Error | undefined): string {
  return JSON.stringify([error?.message, error?.stack, error, String(error?.cause)]);
}

function headers(mail: { headers: { key: string; value: string }[] } | undefined): Record<string, string> {
  return Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]));
}
