/** Text as it stands in XML. */

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for an element or an attribute; control characters, which XML cannot hold, are left out. */
export const xmlText = (text: string): string =>
  text
    // Tabs and line breaks are the only ones that XML has.
    .replace(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '')
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
    .replaceAll('\r', '&#13;');

/** An element with text; nothing where there is none. */
export const element = (name: string, text: string, attributes = ''): string =>
  text === '' ? '' : `<${name}${attributes}>${xmlText(text)}</${name}>`;

/** An attribute with a space before it; nothing where there is none. */
export const attribute = (name: string, value: string | undefined): string =>
  value === undefined || value === '' ? '' : ` ${name}="${xmlText(value)}"`;
