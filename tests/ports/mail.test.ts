/** Mail into a folder: each mail one file that mail programs read. */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { folderMailer } from '#server/adapters/mail/folder.ts';

let dir: string;
let at: Date;
const now = () => at;
const from = { name: 'Mainshaft', address: 'orders@parts.example' };
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mail-'));
  at = new Date('2026-01-31T14:30:00.250Z');
});
afterEach(() => rm(dir, { recursive: true }));

const mail = (changes: Partial<Parameters<ReturnType<typeof folderMailer>['send']>[0]> = {}) => ({
  to: 'ada@workshop.example',
  subject: 'Order MS-2026-000042 is paid',
  text: 'Paid: 1,215.00 €\n',
  html: '<p>Paid: 1,215.00 €</p>',
  messageId: '42.paid@parts.example',
  ...changes,
});

/** Head and body of the only mail, with long head lines joined. */
async function onlyMail(): Promise<{ name: string; head: string; body: string }> {
  const [name = '', ...more] = await readdir(dir);
  expect(more).toEqual([]);
  const source = await readFile(join(dir, name), 'utf8');
  const end = source.indexOf('\r\n\r\n');
  return { name, head: source.slice(0, end).replace(/\r\n\s+/g, ' '), body: source.slice(end + 4) };
}

/** The decoded parts of a multipart body by content type. */
function partsOf(head: string, body: string): Map<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? '';
  return new Map(
    body
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => {
        const end = part.indexOf('\r\n\r\n');
        const partHead = part.slice(0, end);
        const content = part.slice(end + 4, -2);
        const type = /Content-Type: ([^;]+)/.exec(partHead)?.[1] ?? '';
        if (/base64/.test(partHead)) return [type, Buffer.from(content, 'base64').toString()];
        const bytes = content
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
        return [type, Buffer.from(bytes, 'latin1').toString()];
      }),
  );
}

describe('a mail in the folder', () => {
  test('is a MIME message with both forms of its body', async () => {
    await folderMailer(join(dir), { from, now }).send(mail());
    const { head, body } = await onlyMail();
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining([
        'From: Mainshaft <orders@parts.example>',
        'To: ada@workshop.example',
        'Subject: Order MS-2026-000042 is paid',
        'Message-ID: <42.paid@parts.example>',
        'Date: Sat, 31 Jan 2026 14:30:00 +0000',
        'MIME-Version: 1.0',
        'Auto-Submitted: auto-generated',
      ]),
    );
    const parts = partsOf(head, body);
    expect(head).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect([...parts.keys()]).toEqual(['text/plain', 'text/html']);
    expect(parts.get('text/plain')?.trimEnd()).toBe('Paid: 1,215.00 €');
    expect(parts.get('text/html')).toBe('<p>Paid: 1,215.00 €</p>');
  });

  test('is named by time and subject, in a folder that is made', async () => {
    const inner = join(dir, 'a', 'b');
    await folderMailer(inner, { from, now }).send(mail());
    expect(await readdir(inner)).toEqual([
      expect.stringMatching(/^2026-01-31T143000Z-order-ms-2026-000042-is-paid-[0-9a-f]{16}\.eml$/),
    ]);
  });

  test('has no place for paths and heads that others wrote', async () => {
    await folderMailer(dir, { from, now }).send(
      mail({
        subject: '../../etc/passwd\r\nBcc: all@evil.example',
        to: 'ada@workshop.example, all@evil.example',
        messageId: '1@x\r\nBcc: all@evil.example',
      }),
    );
    const { name, head } = await onlyMail();
    expect(name).toMatch(/^2026-01-31T143000Z-etc-passwd-bcc-all-evil-example-[0-9a-f]{16}\.eml$/);
    expect(head).not.toMatch(/^Bcc:/m);
    expect(head.match(/^To: .*$/m)?.[0]).not.toContain(', all@evil');
  });

  test('of an unreadable subject has a name all the same', async () => {
    await folderMailer(dir, { from, now }).send(mail({ subject: 'অর্ডার' }));
    expect((await onlyMail()).name).toMatch(/^2026-01-31T143000Z-mail-[0-9a-f]{16}\.eml$/);
  });

  test('is complete or not there, and needs no settings', async () => {
    await folderMailer(dir).send(mail());
    const { name, head } = await onlyMail();
    expect(name).toMatch(/\.eml$/);
    expect(head).toContain('From: Mainshaft <shop@mainshaft.invalid>');
  });
});

describe('the same mail again', () => {
  test('that was sent long ago is another one when it is sent again: it is not remembered for ever', async () => {
    const mailer = folderMailer(dir, { from, now, remembered: 2 });
    const send = (id: number) => {
      at = new Date(at.getTime() + 1_000);
      return mailer.send(mail({ messageId: `${id}@parts.example` }));
    };
    for (const id of [1, 2, 1, 3, 1]) await send(id);
    expect(await readdir(dir)).toHaveLength(3);
    await send(2);
    expect(await readdir(dir)).toHaveLength(4);
    // Nor by a shop that has just started.
    await folderMailer(dir, { from, now, remembered: 2 }).send(mail({ messageId: '2@parts.example' }));
    expect(await readdir(dir)).toHaveLength(4);
  });

  test('replaces its own file, also at another time, after a restart and at the same moment', async () => {
    const mailer = folderMailer(dir, { from, now });
    await Promise.all([mailer.send(mail()), mailer.send(mail())]);
    const { name } = await onlyMail();
    at = new Date('2026-01-31T15:00:00Z');
    await mailer.send(mail({ text: 'second' }));
    await folderMailer(dir, { from, now }).send(mail({ text: 'third' }));
    const again = await onlyMail();
    expect(again.name).toBe(name);
    expect(again.body).toContain('third');
  });

  test('another message id is another mail', async () => {
    const mailer = folderMailer(dir, { from, now });
    await mailer.send(mail());
    await mailer.send(mail({ messageId: '43.paid@parts.example' }));
    expect(await readdir(dir)).toHaveLength(2);
  });

  test('a folder that was cleared away comes back', async () => {
    const inner = join(dir, 'mail');
    await mkdir(inner);
    const mailer = folderMailer(inner, { from, now });
    await mailer.send(mail());
    await rm(inner, { recursive: true });
    await mailer.send(mail());
    expect(await readdir(inner)).toHaveLength(1);
  });
});
