/** How imports are spoken of. */
import type { ImportBody, ImportFormat, ImportKind } from '#contract/imports.ts';
import type { StatusTone } from '#web/ui/status.tsx';

export const KINDS: readonly {
  readonly kind: ImportKind;
  readonly name: string;
  readonly holds: string;
  readonly formats: readonly ImportFormat[];
}[] = [
  { kind: 'parts', name: 'Parts', holds: 'All that is known of each part', formats: ['csv', 'pies'] },
  { kind: 'numbers', name: 'Numbers', holds: 'OE, trade, competitor, superseded, GTIN', formats: ['csv'] },
  { kind: 'fitments', name: 'Fitments', holds: 'Which vehicles a part fits', formats: ['csv', 'aces'] },
  { kind: 'prices', name: 'Prices', holds: 'The list price of each part', formats: ['csv'] },
  { kind: 'stock', name: 'Stock', holds: 'Units on hand', formats: ['csv'] },
  { kind: 'codes', name: 'Codes', holds: 'What the ids of ACES and PIES mean here', formats: ['csv'] },
];

export const kindName = (kind: ImportKind): string => KINDS.find((one) => one.kind === kind)?.name ?? kind;

/** What a file is: "Parts, CSV". */
export const fileIs = ({ kind, format }: Pick<ImportBody, 'kind' | 'format'>): string =>
  `${kindName(kind)}, ${format.toUpperCase()}`;

/** The state of an import, as a word and a tone. */
export function stateOf(run: ImportBody): { readonly tone: StatusTone; readonly word: string } {
  switch (run.state) {
    case 'reading':
      return { tone: 'warn', word: 'Being read' };
    case 'checking':
      return { tone: 'warn', word: 'Being checked' };
    case 'checked':
      return run.badRows > 0
        ? { tone: 'bad', word: 'Checked, with errors' }
        : { tone: 'good', word: 'Ready to apply' };
    case 'applying':
      return { tone: 'warn', word: 'Being applied' };
    case 'applied':
      return run.badRows > 0 ? { tone: 'warn', word: 'Applied in part' } : { tone: 'good', word: 'Applied' };
    case 'cancelled':
      return { tone: 'off', word: 'Cancelled' };
    case 'failed':
      return { tone: 'bad', word: 'Failed' };
  }
}

/** A time to go, in the largest two units that count: "1 h 5 min", "40 s". */
export function timeToGo(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** What a dry run foresees, as name and number. */
export function foreseenOf({ kind, foreseen }: ImportBody): readonly (readonly [string, number])[] {
  const { inserted, changed } = foreseen;
  switch (kind) {
    case 'parts':
      return [
        ['New parts', inserted],
        ['Parts that are there', changed],
      ];
    case 'numbers':
      return [
        ['New numbers', inserted],
        ['Numbers taken away', changed],
      ];
    case 'fitments':
      return [
        ['New vehicles of parts', inserted],
        ['Vehicles changed or taken away', changed],
      ];
    case 'prices':
      return [['Prices that change', changed]];
    case 'stock':
      return [['Stocks that change', changed]];
    case 'codes':
      return [
        ['New codes', inserted],
        ['Codes that change', changed],
      ];
  }
}

type Move = { readonly before: number; readonly after: number };

/**
 * How far a value moves: "+75 %", "−4.9 %". Cut, not rounded, so that a fall of 100 % is one to nothing.
 *
 * @param grouped writes whole numbers
 */
export function percentMoved({ before, after }: Move, grouped: (whole: number) => string): string {
  if (before === 0) return 'from none';
  // What decimals are off by must not cut 15 % to 14.9 %.
  const tenths = Math.floor((Math.abs(after - before) / before) * 1_000 + 1e-6);
  if (tenths === 0) return 'under 0.1 %';
  const rest = tenths % 10;
  const isWhole = rest === 0 || tenths >= 1_000;
  const whole = grouped(Math.floor(tenths / 10));
  return `${after < before ? '−' : '+'}${isWhole ? whole : `${whole}.${rest}`} %`;
}
