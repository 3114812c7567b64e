/** What a CSV file is by the names of its columns, and what they lack where they name no kind of file. */
import type { ImportKind } from '#contract/imports.ts';
import { columnName, isNeeded } from './csv-file.ts';
import { fileKindOf } from './kinds.ts';

/** Columns that only one kind of CSV has; of a header with several of them the first kind counts. */
const TELLING: readonly (readonly [ImportKind, readonly string[]])[] = [
  ['fitments', ['year_from']],
  ['codes', ['table', 'id']],
  ['parts', ['name', 'description']],
  ['numbers', ['number', 'kind']],
  ['stock', ['stock']],
  ['prices', ['price']],
];

/** The kind of a file with these names in its header; undefined where they tell none. */
export function kindOfHeader(names: readonly string[]): ImportKind | undefined {
  const header = names.map(columnName);
  return TELLING.find(([, columns]) => columns.every((column) => header.includes(column)))?.[0];
}

/** What was read of a header that tells no kind, and what the nearest kinds have; else which kinds there are. */
export function whyNoKind(names: readonly string[]): string {
  const named = names.filter((name) => name !== '');
  const read = named.length === 0 ? 'Its first line names no columns.' : `Read: ${shownNames(named)}.`;
  const nearest = nearestKinds(named.map(columnName));
  return [read, ...(nearest.length > 0 ? nearest.map(whatItHas) : [whatThereIs()])].join(' ');
}

type Likeness = {
  readonly kind: ImportKind;
  /** What a file of the kind cannot do without. */
  readonly needed: readonly string[];
  readonly lacking: readonly string[];
  readonly shared: number;
};

/** The kinds that share most columns with a header, and of these the ones that it lacks fewest of; none where none is shared. */
function nearestKinds(header: readonly string[]): Likeness[] {
  const all = TELLING.map(([kind]): Likeness => {
    const needed = neededColumns(kind, header);
    const columns = Object.keys(fileKindOf(kind).schema.shape);
    return {
      kind,
      needed,
      lacking: needed.filter((column) => !header.includes(column)),
      shared: columns.filter((column) => header.includes(column)).length,
    };
  });
  const shared = Math.max(...all.map((one) => one.shared));
  const nearest = shared === 0 ? [] : all.filter((one) => one.shared === shared);
  const lacking = Math.min(...nearest.map((one) => one.lacking.length));
  return nearest.filter((one) => one.lacking.length === lacking);
}

/** What a file of this kind has to have, in the order of its sample. */
function neededColumns(kind: ImportKind, header: readonly string[] = []): string[] {
  const { schema, refOf } = fileKindOf(kind);
  const telling = TELLING.find(([one]) => one === kind)?.[1] ?? [];
  const isNamedByNumber = ['brand', 'part_number'].every((column) => header.includes(column));
  // A part that is there is named one way or the other.
  const naming =
    refOf === undefined
      ? []
      : isNamedByNumber && !header.includes('sku')
        ? ['brand', 'part_number']
        : ['sku'];
  return Object.keys(schema.shape).filter(
    (column) => isNeeded(schema, column) || telling.includes(column) || naming.includes(column),
  );
}

function whatItHas({ kind, needed, lacking }: Likeness): string {
  const are = lacking.length === 1 ? 'is' : 'are';
  return `A ${kind} file has ${inWords(needed, 'and')}; ${inWords(lacking, 'and')} ${are} missing.`;
}

function whatThereIs(): string {
  const order = ['parts', 'numbers', 'fitments', 'prices', 'stock', 'codes'] as const;
  const kinds = order.map((kind) => `${kind} (${neededColumns(kind).join(', ')})`);
  return `Files that can be imported have the columns of ${inWords(kinds, 'or')}.`;
}

const inWords = (names: readonly string[], last: 'and' | 'or'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;

/** So many names of a header are said, each up to so many characters: what is no CSV may have any. */
const SHOWN_NAMES = 12;
const SHOWN_CHARACTERS = 40;

function shownNames(names: readonly string[]): string {
  const shown = names
    .slice(0, SHOWN_NAMES)
    .map((name) => (name.length > SHOWN_CHARACTERS ? `${name.slice(0, SHOWN_CHARACTERS - 1)}…` : name));
  const more = names.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')}, … and ${more} more`;
}
