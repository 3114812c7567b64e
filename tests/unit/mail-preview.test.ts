/** The mails of the shop side by side, as somebody who changes them looks at them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mailPreview } from '#main/mail-preview/mail-preview.ts';
import { sampleMails } from '#main/mail-preview/sample-mails.ts';

const SHOP = { name: 'Mainshaft', url: 'https://parts.example' };
const samples = sampleMails(SHOP);
const preview = mailPreview(SHOP);
const read = async (path: string) => {
  const answer = await preview.request(path);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};

describe.each(samples.map((sample) => [sample.id, sample] as const))('%s', (id, { mail }) => {
  it('is on the page, and there as HTML, as text and raw', async () => {
    expect((await read('/')).text).toContain(`src="/dev/mail/${id}/html"`);
    expect(await read(`/${id}/html`)).toMatchObject({ status: 200, text: mail.html });
    expect(await read(`/${id}/text`)).toMatchObject({ status: 200, text: mail.text });
    const raw = await read(`/${id}/raw`);
    expect(raw.type).toContain('text/plain');
    expect(raw.text).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(/^List-Unsubscribe:\s+</m.test(raw.text)).toBe(/^newsletter-(welcome|already)$/.test(id));
  });

  it('loads nothing, and leads only to the shop', () => {
    expect(mail.html).not.toMatch(/<(?:img|script|link|iframe|object|form)|url\(|@import|\ssrc=/i);
    const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address);
    expect(links.length).toBeGreaterThan(1);
    for (const address of links) expect(address).toMatch(/^https:\/\/parts\.example(\/|$)/);
  });

  it('says the same in text and in HTML, and neither is empty of anything', () => {
    const words = (text: string) => new Set(text.match(/[\p{L}\p{N}-]+/gu));
    const shown = mail.html
      .slice(mail.html.indexOf('<body'))
      .replace(/<[^>]*>/g, ' ')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    const inHtml = words(`${shown} ${mail.html.match(/href="[^"]*"/g)?.join(' ')}`);
    for (const word of words(mail.text)) if (word !== '--') expect(inHtml).toContain(word);
    for (const text of [mail.subject, mail.text, mail.html])
      expect(text).not.toMatch(/undefined|NaN|\[object/);
    expect(mail.subject.length).toBeLessThan(70);
  });

  it('has a preheader, a title, and a dark dress', () => {
    expect(mail.html).toMatch(/<div style="display:none[^>]*>[^<&]{10,}/);
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toContain('@media (prefers-color-scheme:dark)');
    expect(mail.html).toContain('<html lang="en">');
  });
});

it('an unknown mail is not there', async () => {
  for (const form of ['html', 'text', 'raw']) expect((await read(`/none/${form}`)).status).toBe(404);
});

it('the shop as it is used does not know of it', async () => {
  const main = join(import.meta.dirname, '../../src/main');
  for (const file of [
    'start.ts',
    'run-shop.ts',
    'pages.ts',
    'assemble.ts',
    'http-server.ts',
    'build-pages.ts',
  ])
    expect(await readFile(join(main, file), 'utf8')).not.toMatch(/mail-preview|development-pages/);
});
