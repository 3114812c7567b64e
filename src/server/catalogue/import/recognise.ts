/** Tells what a file is by how it begins. */
import type { ImportFormat, ImportKind } from '#contract/imports.ts';
import { kindOfHeader, whyNoKind } from './file-columns.ts';

const HEAD_BYTES = 16_384;

/** The start of a file, and the whole of it again. */
export async function readHead(file: AsyncIterable<Uint8Array>) {
  const iterator = file[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let bytes = 0;
  let isOver = false;
  while (bytes < HEAD_BYTES && !isOver) {
    const next = await iterator.next();
    if (next.done === true) {
      isOver = true;
    } else {
      seen.push(next.value);
      bytes += next.value.byteLength;
    }
  }
  async function* whole() {
    try {
      yield* seen;
      while (!isOver) {
        const next = await iterator.next();
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      if (!isOver) await iterator.return?.();
    }
  }
  return { head: Buffer.concat(seen), whole: whole(), drop: async () => void (await iterator.return?.()) };
}

export type Recognised = { readonly kind: ImportKind; readonly format: ImportFormat };

/** What a file is, by its content; undefined where that tells nothing. `kind` is what its owner says. */
export function recognise(head: Uint8Array, kind: ImportKind | undefined): Recognised | undefined {
  const text = decodeHead(head).trimStart();
  if (text.startsWith('<')) {
    const root = /<(?:[\w.-]+:)?(ACES|PIES)[\s>]/.exec(text)?.[1];
    if (root === 'ACES' && (kind ?? 'fitments') === 'fitments') return { kind: 'fitments', format: 'aces' };
    if (root === 'PIES' && (kind ?? 'parts') === 'parts') return { kind: 'parts', format: 'pies' };
    return undefined;
  }
  if (text === '' || text.includes('\0')) return undefined;
  if (kind !== undefined) return { kind, format: 'csv' };
  const told = kindOfHeader(namesOf(text));
  return told && { kind: told, format: 'csv' };
}

/** The names of columns in the first line of a file. */
const namesOf = (text: string): string[] =>
  headerOf(text)
    .split(/[,;\t|]/)
    .map((name) => name.replaceAll('"', '').trim());

/** The line that names the columns: the first with anything in it, but for one that tells spreadsheets the mark. */
const headerOf = (text: string): string =>
  text.split(/[\r\n]/).find((line) => line.trim() !== '' && !/^"?sep=.?"?$/i.test(line)) ?? '';

/** How files begin that people take for the ones that the shop can read, and what to do with them. */
const OTHERS: readonly (readonly [readonly number[], string])[] = [
  [
    [0x50, 0x4b, 0x03, 0x04],
    'This is an Excel workbook or another packed file. In Excel, save it as "CSV UTF-8"; unpack an archive first.',
  ],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an old Excel workbook. Save it as CSV.'],
  [[0x1f, 0x8b], 'This file is compressed. Unpack it first.'],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF. Ask its sender for CSV, ACES or PIES.'],
];

/** Why a file is none of those that can be imported, for whoever brought it. */
export function whyNotRecognised(head: Uint8Array): string {
  const other = OTHERS.find(([start]) => start.every((byte, at) => head[at] === byte));
  if (other !== undefined) return other[1];
  const text = decodeHead(head).trim();
  if (text === '') return 'The file is empty.';
  if (text.includes('\0')) return 'This is no text. A CSV file begins with a line that names its columns.';
  if (text.startsWith('<')) return 'Of XML files, ACES (of fitments) and PIES (of parts) can be read.';
  return whyNoKind(namesOf(text));
}

function decodeHead(head: Uint8Array): string {
  const wide =
    head[0] === 0xff && head[1] === 0xfe
      ? 'utf-16le'
      : head[0] === 0xfe && head[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(wide).decode(head);
}
