/**
 * `/dev/mail`, in development only: every mail as its reader sees it, on a phone and on a desktop, as HTML, as text and as
 * it goes over the wire.
 */
import { Hono } from 'hono';
import { renderMail } from '#server/adapters/mail/folder.ts';
import type { MailingShop } from '#server/mail/write-mail.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { type SampleMail, sampleMails } from './sample-mails.ts';

/** The pages under `/dev/mail`. Mails are written anew at each look. */
export function mailPreview(shop: MailingShop): Hono {
  const app = new Hono();
  const find = (id: string) => sampleMails(shop).find((sample) => sample.id === id);
  app.get('/', (c) => c.html(overview(sampleMails(shop))));
  app.get('/:id/html', (c) => {
    const sample = find(c.req.param('id'));
    return sample === undefined ? c.notFound() : c.html(sample.mail.html);
  });
  app.get('/:id/text', (c) => {
    const sample = find(c.req.param('id'));
    return sample === undefined ? c.notFound() : c.text(sample.mail.text);
  });
  app.get('/:id/raw', async (c) => {
    const sample = find(c.req.param('id'));
    if (sample === undefined) return c.notFound();
    const raw = await renderMail(
      { ...sample.mail, to: 'ada@workshop.example', messageId: `${sample.id}.sample@mail.example` },
      { name: shop.name, address: 'shop@mainshaft.invalid' },
      new Date('2026-11-20T13:30:00Z'),
    );
    return c.text(raw.toString('utf8'));
  });
  return app;
}

function overview(samples: readonly SampleMail[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Mail, as its readers see it</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Mail</h1>
<nav aria-label="Mails">${samples.map(({ id }) => `<a href="#${id}">${id}</a>`).join(' ')}</nav>
</header>
<main>
${samples.map(section).join('\n')}
</main>
</body>
</html>
`;
}

function section({ id, when, mail }: SampleMail): string {
  const frame = (scheme: 'light' | 'dark', widthPx: number) =>
    `<figure style="width:${widthPx}px"><figcaption>${widthPx} px, ${scheme}</figcaption><iframe src="/dev/mail/${id}/html" title="${id}, ${widthPx} px, ${scheme}" loading="lazy" sandbox="allow-popups" style="color-scheme:${scheme}"></iframe></figure>`;
  return `<section id="${id}">
<h2>${escapeHtml(mail.subject)}</h2>
<p>${escapeHtml(when)} · <a href="/dev/mail/${id}/html">HTML</a> · <a href="/dev/mail/${id}/text">text</a> · <a href="/dev/mail/${id}/raw">raw</a></p>
<div class="frames">${frame('light', 720)}${frame('light', 390)}${frame('dark', 390)}</div>
<details><summary>Text</summary><pre>${escapeHtml(mail.text)}</pre></details>
</section>`;
}

const STYLE = `
:root{color-scheme:light dark;font:15px/20px system-ui,sans-serif}
body{margin:0;background:light-dark(#e8eaea,#101214)}
header{position:sticky;top:0;z-index:1;padding:12px 24px;background:#14171a;color:#f2f3f3}
h1{display:inline;margin:0 24px 0 0;font-size:20px}
nav{display:inline}
nav a{margin-right:12px;color:#b4bbbf;font:13px ui-monospace,monospace}
main{padding:8px 24px 48px}
section{padding-top:24px;scroll-margin-top:56px}
h2{margin:0 0 4px;font-size:20px;line-height:24px}
p{margin:0 0 12px}
.frames{display:flex;gap:16px;overflow-x:auto;padding-bottom:8px}
figure{flex:none;margin:0}
figcaption{margin-bottom:4px;font-size:13px;color:light-dark(#5b6368,#9aa1a6)}
iframe{display:block;width:100%;height:640px;border:1px solid light-dark(#7d858a,#737b80);border-radius:4px;background:Canvas}
pre{margin:8px 0 0;padding:16px;overflow-x:auto;background:light-dark(#fff,#181b1d);font:13px/18px ui-monospace,monospace}
summary{cursor:pointer}
`;
