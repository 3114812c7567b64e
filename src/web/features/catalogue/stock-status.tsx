/** Available stock as a status: enough, little, less than the minimum order, none. */
import { type Standing, standingOf } from '#domain/stock/standing.ts';
import { Status, type StatusTone } from '#web/ui/status.tsx';
import { type CountedPart, UnitsForSale } from './units-for-sale.tsx';

const TONES: Readonly<Record<Standing, StatusTone>> = {
  none: 'off',
  short: 'bad',
  low: 'warn',
  enough: 'good',
  plenty: 'good',
};

export function StockStatus({ part }: { readonly part: CountedPart }) {
  const tone = TONES[standingOf(part.stock, part.minOrder)];
  return (
    <Status tone={tone}>
      <UnitsForSale part={part} {...(tone !== 'good' && { unit: 'left' })} />
    </Status>
  );
}
