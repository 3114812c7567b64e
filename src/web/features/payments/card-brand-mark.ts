/** A mark for a card's brand: its short name, or a drawn card while the brand isn't known. */
import type { CardBrand } from '#domain/payments/card-number.ts';

const SHORT_NAMES: Readonly<Record<Exclude<CardBrand, 'unknown'>, string>> = {
  visa: 'VISA',
  mastercard: 'MC',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DIN',
  jcb: 'JCB',
  unionpay: 'UPAY',
};

const SVG = 'http://www.w3.org/2000/svg';

export function brandMark(brand: CardBrand): Node {
  if (brand !== 'unknown') return document.createTextNode(SHORT_NAMES[brand]);
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 20 16');
  drawing.setAttribute('fill', 'currentColor');
  // The magnetic stripe, and the line of the name: the frame around the mark is the card.
  for (const [x, y, width, height] of [
    [0, 3, 20, 3],
    [2, 10, 8, 1.5],
  ]) {
    const bar = document.createElementNS(SVG, 'rect');
    for (const [name, value] of Object.entries({ x, y, width, height }))
      bar.setAttribute(name, String(value));
    drawing.append(bar);
  }
  return drawing;
}
