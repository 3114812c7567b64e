/** Mail in the shop's look, written once and set twice: as HTML and as plain text that says the same. */
import type { MailContent, MailingShop } from './mail-content.ts';
import { htmlOf } from './mail-html.ts';
import { textOf } from './mail-text.ts';

export type { MailContent, MailingShop, MailLink, WrittenMail } from './mail-content.ts';

/** The two forms of a mail's body. */
export function writeMail(shop: MailingShop, content: MailContent): { text: string; html: string } {
  const safe: MailContent = {
    ...content,
    items: content.items.map((item) => ({
      ...item,
      name: oneLine(item.name),
      code: item.code === undefined ? undefined : oneLine(item.code),
      note: oneLine(item.note),
    })),
    facts: content.facts.map((fact) => ({ ...fact, value: lines(fact.value).join('\n') })),
  };
  return { text: textOf(shop, safe), html: htmlOf(shop, safe) };
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
