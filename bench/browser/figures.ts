/** Figures of pages, each beside its limit. */
import { aligned } from '../table.ts';

export type PageFigure = {
  readonly page: string;
  readonly name: string;
  readonly unit: 'kB' | 'ms' | 'points' | '';
  /** The middle of all runs, or the only value. */
  readonly value: number;
  /** The worst of all runs, where there are several. */
  readonly worst?: number;
  /** What it may be at most; of points, at least. */
  readonly limit?: number;
  /** What the worst may be, where that is another. */
  readonly worstLimit?: number;
  /** The middle of what the same took on a page that does nothing else, in the same run. */
  readonly bare?: number;
};

function isWithin({ unit, value, worst, limit, worstLimit = limit }: PageFigure): boolean {
  const keeps = (measured: number | undefined, most: number | undefined) =>
    measured === undefined || most === undefined || (unit === 'points' ? measured >= most : measured <= most);
  return keeps(value, limit) && keeps(worst, worstLimit);
}

/** A line for each figure, those beyond their limit marked with `!`. */
export function pageTable(figures: readonly PageFigure[]): string {
  const shown = (value: number | undefined) =>
    value === undefined ? '' : Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1);
  const rows = figures.map((figure) => [
    figure.page,
    figure.unit === '' ? figure.name : `${figure.name}, ${figure.unit}`,
    shown(figure.value),
    shown(figure.limit),
    shown(figure.worst),
    shown(figure.worst === undefined ? undefined : (figure.worstLimit ?? figure.limit)),
    isWithin(figure) ? '' : '!',
    shown(figure.bare),
    figure.bare === undefined || figure.bare === 0 ? '' : (figure.value / figure.bare).toFixed(2),
  ]);
  return aligned([['page', 'figure', 'value', 'limit', 'worst', 'limit', '', 'bare', 'ratio'], ...rows], 2);
}
