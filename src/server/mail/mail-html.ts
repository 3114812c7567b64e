/**
 * A mail as HTML: tables and styles on each element, since that is what mail programs agree on. Nothing is loaded from
 * anywhere; the shop's mark is drawn with filled cells. The one style sheet only darkens it for readers who ask for that.
 */
import { escapeHtml } from '#server/platform/escape-html.ts';
import type { MailContent, MailingShop, MailLink } from './mail-content.ts';

/** The shop's colours, spelled out since mail knows no style sheet of ours: on light surfaces, and on dark. */
const LIGHT = {
  ground: '#f2f3f3',
  surface: '#ffffff',
  line: '#d9dcdd',
  ink: '#14171a',
  ink2: '#444b50',
  ink3: '#5b6368',
} as const;
const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  ground: '#101214',
  surface: '#181b1d',
  line: '#2c3033',
  ink: '#eceeee',
  ink2: '#bac0c4',
  ink3: '#9aa1a6',
};
const COUNTER = '#14171a';
const COUNTER_INK = '#f2f3f3';
const SIGNAL = '#ffd100';
const SIGNAL_INK = '#14171a';
const TEXT_FONT = "Barlow,Bahnschrift,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const HEAD_FONT = "'Barlow Condensed','Bahnschrift Condensed','Arial Narrow',Arial,sans-serif";
const CODE_FONT = "'JetBrains Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";

const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
const SMALL = 'font-size:13px;line-height:18px';
/** Signs that show nothing: they keep what follows the preheader out of lists of mail. */
const NOTHING = '&#847;&zwnj;&nbsp;'.repeat(60);

/** The whole document. */
export function htmlOf(shop: MailingShop, content: MailContent): string {
  const { preheader, headline, paragraphs, action, notes = [], links = [] } = content;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(headline)}</title>
<style>${darkRules()}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${LIGHT.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader ?? paragraphs[0] ?? '')}${NOTHING}</div>
<table ${TABLE} width="100%" class="ground" style="background:${LIGHT.ground}"><tr><td align="center" style="padding:24px 12px 32px">
<table ${TABLE} width="600" style="width:100%;max-width:600px;font-family:${TEXT_FONT};font-size:15px;line-height:22px;color:${LIGHT.ink}">
<tr><td style="padding:16px 24px;background:${COUNTER};border-radius:4px 4px 0 0">${brand(shop)}</td></tr>
<tr><td class="card" style="padding:28px 24px 24px;background:${LIGHT.surface};border:1px solid ${LIGHT.line};border-top:0;border-radius:0 0 4px 4px">
${referenceLine(content)}<h1 class="ink" style="margin:0 0 12px;font-family:${HEAD_FONT};font-size:32px;line-height:36px;font-weight:600;color:${LIGHT.ink}">${escapeHtml(headline)}</h1>
${paragraphs.map((paragraph) => `<p class="ink2" style="margin:0 0 12px;color:${LIGHT.ink2}">${escapeHtml(paragraph)}</p>`).join('\n')}
${button(action)}
${itemTable(content)}${factTable(content)}</td></tr>
<tr><td class="ink3" style="padding:16px 24px 0;${SMALL};color:${LIGHT.ink3}">
${[shopLine(shop), ...notes.map(escapeHtml), ...links.map(quietLink)].map((line) => `<p style="margin:0 0 8px">${line}</p>`).join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** A mail program that darkens by itself is told how; one that knows no style sheets shows it light. */
function darkRules(): string {
  const { ground, surface, line, ink, ink2, ink3 } = DARK;
  const rules = [
    `.ground{background:${ground}!important}`,
    `.card{background:${surface}!important;border-color:${line}!important}`,
    `.rule{border-color:${line}!important}`,
    `.sum{border-color:${ink}!important}`,
    `.ink{color:${ink}!important}`,
    `.ink2{color:${ink2}!important}`,
    `.ink3,.ink3 a{color:${ink3}!important}`,
  ];
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`;
}

/** The mark, a shaft with its last tooth in signal yellow: width and height of each step in pixels. */
const STEPS: readonly (readonly [number, number, string])[] = [
  [6, 6, COUNTER_INK],
  [6, 12, COUNTER_INK],
  [7, 22, COUNTER_INK],
  [8, 12, COUNTER_INK],
  [4, 6, COUNTER_INK],
  [4, 6, SIGNAL],
];

function brand({ name, url }: MailingShop): string {
  const steps = STEPS.map(
    ([width, height, colour]) =>
      `<td style="padding:0 1px 0 0;vertical-align:middle;line-height:0;font-size:0"><div style="width:${width}px;height:${height}px;background:${colour}"></div></td>`,
  ).join('');
  return `<table ${TABLE}><tr><td aria-hidden="true" style="padding-right:10px;vertical-align:middle"><table ${TABLE}><tr>${steps}</tr></table></td><td style="vertical-align:middle;font-family:${HEAD_FONT};font-size:22px;line-height:24px;font-weight:600;letter-spacing:0.055em;text-transform:uppercase"><a href="${escapeHtml(url)}" style="color:${COUNTER_INK};text-decoration:none">${escapeHtml(name)}</a></td></tr></table>`;
}

function referenceLine({ reference }: MailContent): string {
  if (reference === undefined) return '';
  return `<p class="ink3" style="margin:0 0 4px;${SMALL};color:${LIGHT.ink3}">${escapeHtml(reference.label)} <span class="ink" style="font-family:${CODE_FONT};color:${LIGHT.ink};white-space:nowrap">${escapeHtml(reference.code)}</span></p>
`;
}

/** A table around it, as some mail programs give links no padding. */
function button({ label, url }: MailLink): string {
  return `<table ${TABLE} style="margin:20px 0 4px"><tr><td style="background:${SIGNAL};border-radius:2px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;font-weight:600;color:${SIGNAL_INK};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

function itemTable({ items, total }: MailContent): string {
  if (items.length === 0 && total === undefined) return '';
  const cell = `padding:12px 0;border-top:1px solid ${LIGHT.line};vertical-align:top`;
  const money = `${cell};padding-left:16px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums`;
  const rows = items.map(({ name, code, note, amount }) => {
    const number =
      code === undefined
        ? ''
        : `<span style="font-family:${CODE_FONT};font-size:12px">${escapeHtml(code)}</span> · `;
    return `<tr><td class="rule ink" style="${cell};overflow-wrap:anywhere">${escapeHtml(name)}<br><span class="ink3" style="${SMALL};color:${LIGHT.ink3};font-variant-numeric:tabular-nums">${number}${escapeHtml(note)}</span></td><td class="rule ink" style="${money}">${escapeHtml(amount)}</td></tr>`;
  });
  if (total !== undefined) {
    const strong = `border-top:2px solid ${LIGHT.ink};font-weight:600;font-size:17px`;
    rows.push(
      `<tr><td class="sum ink" style="${cell};${strong}">${escapeHtml(total.label)}</td><td class="sum ink" style="${money};${strong}">${escapeHtml(total.amount)}</td></tr>`,
    );
  }
  return `<table ${TABLE} width="100%" style="margin-top:24px">
${rows.join('\n')}
</table>
`;
}

function factTable({ facts }: MailContent): string {
  if (facts.length === 0) return '';
  const cell = `padding:10px 0;border-top:1px solid ${LIGHT.line};vertical-align:top`;
  const rows = facts.map(({ label, value, isCode = false }) => {
    const code = isCode ? `;font-family:${CODE_FONT};font-size:13px` : '';
    return `<tr><td class="rule ink3" width="104" style="${cell};width:104px;padding-right:16px;${SMALL};line-height:22px;color:${LIGHT.ink3}">${escapeHtml(label)}</td><td class="rule ink" style="${cell};overflow-wrap:anywhere${code}">${escapeHtml(value).replaceAll('\n', '<br>')}</td></tr>`;
  });
  return `<table ${TABLE} width="100%" style="margin-top:24px">
${rows.join('\n')}
</table>
`;
}

function shopLine({ name, url }: MailingShop): string {
  return `${escapeHtml(name)} · <a class="ink3" href="${escapeHtml(url)}" style="color:${LIGHT.ink3}">${escapeHtml(url)}</a>`;
}

function quietLink({ label, url }: MailLink): string {
  return `<a class="ink3" href="${escapeHtml(url)}" style="color:${LIGHT.ink3}">${escapeHtml(label)}</a>`;
}
