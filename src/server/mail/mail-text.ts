/** A mail as plain text. */
import type { MailContent, MailingShop } from './mail-content.ts';

/** All that the HTML says, in its order. */
export function textOf(shop: MailingShop, content: MailContent): string {
  const { reference, headline, paragraphs, action, items, total, facts, notes = [], links = [] } = content;
  const blocks = [
    ...(reference === undefined ? [] : [`${reference.label} ${reference.code}`]),
    headline,
    ...paragraphs,
    linkText(action),
    ...items.map(
      ({ name, code, note, amount }) =>
        `${name}\n  ${code === undefined ? note : `${code} · ${note}`}\n  ${amount}`,
    ),
    ...(total === undefined ? [] : [`${total.label}: ${total.amount}`]),
    ...facts.map(({ label, value }) => `${label}:\n${indent(value)}`),
    // What follows two dashes is a signature, which mail programs set apart.
    ['-- ', shop.name, shop.url, ...notes].join('\n'),
    ...links.map(linkText),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function linkText({ label, url }: MailContent['action']): string {
  return `${label}:\n${url}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
