/**
 * Where a rendered page says how many units of a part are for sale. The number stands there as a mark until the page is rendered,
 * and the page is cut at its marks: so a page that is kept follows the stock, without being rendered again.
 */
import { isOnlyAnotherNumber } from '#domain/stock/standing.ts';
import { wholeNumbers } from '#web/ui/whole-numbers.ts';

export type StockSlot = {
  readonly partId: number;
  /** What stands there. */
  readonly text: string;
  /** The same for another number of units; undefined where more of the page would be another than this text. */
  at(units: number): StockSlot | undefined;
};

/** What stands before each mark: nobody who writes texts of a page knows the secret of its rendering. */
const beginOf = (secret: string): string => `${secret}:`;
const END = ';';

/** Stands for the number as people read it, grouped as it is done in a locale (BCP 47). */
export function textMark(
  secret: string,
  part: { readonly _id: string; readonly stock: number; readonly minOrder: number },
  locale: string,
): string {
  return `${beginOf(secret)}${part._id}:${part.stock}:${part.minOrder}:${locale}${END}`;
}

/** Stands for the number in JSON, as a text, quotes and all. */
export function jsonMark(secret: string, partId: string, stock: number): string {
  return `${beginOf(secret)}${partId}:${stock}${END}`;
}

/** A rendered text, cut at its marks: texts and slots by turns. Without a secret nothing was marked. */
export function cutAtMarks(text: string, secret: string): (string | StockSlot)[] {
  if (secret === '') return [text];
  const [first = '', ...marked] = text.split(beginOf(secret));
  const pieces: (string | StockSlot)[] = [];
  let before = first;
  for (const one of marked) {
    const end = one.indexOf(END);
    const [partId, stock, minOrder, locale] = one.slice(0, end).split(':');
    const isText = locale !== undefined;
    pieces.push(
      isText ? before : before.slice(0, -1),
      isText
        ? textSlot(Number(partId), Number(stock), Number(minOrder), locale)
        : jsonSlot(Number(partId), Number(stock)),
    );
    before = one.slice(end + END.length + (isText ? 0 : 1));
  }
  pieces.push(before);
  return pieces;
}

function textSlot(partId: number, stock: number, minOrder: number, locale: string): StockSlot {
  return {
    partId,
    text: wholeNumbers(locale).format(stock),
    at: (units) =>
      isOnlyAnotherNumber(stock, units, minOrder) ? textSlot(partId, units, minOrder, locale) : undefined,
  };
}

function jsonSlot(partId: number, stock: number): StockSlot {
  return { partId, text: String(stock), at: (units) => jsonSlot(partId, units) };
}
