/** Mail in the shop's look, written once and set twice: as HTML and as plain text that says the same. */
import { escapeHtml } from '#server/platform/escape-html.ts';

/** The shop as its mail names it. */
export type MailingShop = {
  readonly name: string;
  /** Where the shop is found from outside, such as `https://parts.example`. */
  readonly url: string;
};

/** What a mail says, from top to bottom. Everything is plain text, and may come from anyone. */
export type MailContent = {
  readonly headline: string;
  readonly paragraphs: readonly string[];
  /** The one thing to do next. */
  readonly action: { readonly label: string; readonly url: string };
  readonly items: readonly { readonly name: string; readonly note: string; readonly amount: string }[];
  readonly total?: { readonly label: string; readonly amount: string } | undefined;
  /** Each under its label; a value may have several lines. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
};

/** The shop's colours for light surfaces, spelled out since mail knows no style sheet of ours. */
const GROUND = '#f2f3f3';
const SURFACE = '#ffffff';
const LINE = '#d9dcdd';
const INK = '#14171a';
const INK_2 = '#444b50';
const INK_3 = '#5b6368';
const COUNTER = '#14171a';
const COUNTER_INK = '#f2f3f3';
const SIGNAL = '#ffd100';
const SIGNAL_INK = '#14171a';
const TEXT_FONT = 'Barlow,Bahnschrift,Arial,sans-serif';
const HEAD_FONT = "'Barlow Condensed','Bahnschrift Condensed','Arial Narrow',Arial,sans-serif";

/** The two forms of a mail's body. */
export function writeMail(shop: MailingShop, content: MailContent): { text: string; html: string } {
  const safe: MailContent = {
    ...content,
    items: content.items.map((item) => ({ ...item, name: oneLine(item.name), note: oneLine(item.note) })),
    facts: content.facts.map(({ label, value }) => ({ label, value: lines(value).join('\n') })),
  };
  return { text: textOf(shop, safe), html: htmlOf(shop, safe) };
}

function textOf(
  shop: MailingShop,
  { headline, paragraphs, action, items, total, facts }: MailContent,
): string {
  const blocks = [
    headline,
    ...paragraphs,
    `${action.label}:\n${action.url}`,
    ...items.map(({ name, note, amount }) => `${name}\n  ${note}\n  ${amount}`),
    ...(total === undefined ? [] : [`${total.label}: ${total.amount}`]),
    ...facts.map(({ label, value }) => `${label}:\n${indent(value)}`),
    `-- \n${shop.name}\n${shop.url}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function htmlOf(
  shop: MailingShop,
  { headline, paragraphs, action, items, total, facts }: MailContent,
): string {
  const cell = `padding:12px 0;border-top:1px solid ${LINE};vertical-align:top`;
  const money = `${cell};padding-left:16px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums`;
  const small = `font-size:13px;line-height:16px;color:${INK_3}`;
  const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(headline)}</title>
</head>
<body style="margin:0;padding:0;background:${GROUND}">
<table ${table} width="100%" style="background:${GROUND}"><tr><td align="center" style="padding:24px 12px">
<table ${table} width="600" style="width:100%;max-width:600px;background:${SURFACE};border:1px solid ${LINE};font-family:${TEXT_FONT};font-size:15px;line-height:20px;color:${INK}">
<tr><td style="padding:16px 24px;background:${COUNTER};font-family:${HEAD_FONT};font-size:20px;line-height:24px;font-weight:600"><a href="${escapeHtml(shop.url)}" style="color:${COUNTER_INK};text-decoration:none">${escapeHtml(shop.name)}</a></td></tr>
<tr><td style="padding:24px">
<h1 style="margin:0 0 12px;font-family:${HEAD_FONT};font-size:32px;line-height:36px;font-weight:600">${escapeHtml(headline)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 12px;color:${INK_2}">${escapeHtml(paragraph)}</p>`).join('\n')}
<p style="margin:20px 0 24px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:2px;background:${SIGNAL};color:${SIGNAL_INK};font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<table ${table} width="100%">
${items
  .map(
    ({ name, note, amount }) =>
      `<tr><td style="${cell}">${escapeHtml(name)}<br><span style="${small}">${escapeHtml(note)}</span></td><td style="${money}">${escapeHtml(amount)}</td></tr>`,
  )
  .join('\n')}
${
  total === undefined
    ? ''
    : `<tr><td style="${cell};font-weight:600">${escapeHtml(total.label)}</td><td style="${money};font-weight:600">${escapeHtml(total.amount)}</td></tr>`
}
${facts
  .map(
    ({ label, value }) =>
      `<tr><td colspan="2" style="${cell}"><span style="${small}">${escapeHtml(label)}</span><br>${escapeHtml(value).replaceAll('\n', '<br>')}</td></tr>`,
  )
  .join('\n')}
</table>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** Text without line breaks and without signs that turn the direction of what stands beside it. */
function oneLine(text: string): string {
  return text
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

function lines(text: string): string[] {
  return text
    .split(/\r\n|[\r\n\p{Zl}\p{Zp}]/u)
    .map(oneLine)
    .filter((line) => line !== '');
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
