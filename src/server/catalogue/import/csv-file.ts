/** A CSV file as a stream of checked rows. */
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type * as z from 'zod';
import { textOfCell } from '#domain/spreadsheet-text.ts';

/**
 * What is wrong with a file, and where. Lines count from 1, the header included, as editors show them; 0 is for what no
 * line is to blame for. `value` is what stood there, cut to 100 characters; left out where there was nothing.
 */
export type RowError = {
  readonly line: number;
  readonly column: string;
  readonly message: string;
  readonly value?: string;
};
export type CheckedRow<Row> = { readonly line: number; readonly row: Row };
/** A row, or what is wrong with it; `given` is what it holds, where it could be told apart into columns. */
export type BadRow = {
  readonly errors: readonly RowError[];
  readonly given?: Readonly<Record<string, string>>;
  /** What else is not known: whether `given` stands in the right columns, or what the file says besides. */
  readonly unsure?: 'columns' | 'rest';
};

/** Rows longer than this are no rows of a catalogue; the limit keeps a file without line breaks from filling memory. */
const MAX_ROW_BYTES = 100_000;

/** Marks that may stand between the columns of a header line; a comma where it is none of these. */
const DELIMITERS = [';', '\t', '|'] as const;
/** A line that some spreadsheets write above the header, to tell each other the mark. */
const MARK_LINE = /^"?sep=([,;\t|])"?$/i;
/** A header line is looked for in so many bytes. */
const HEAD_BYTES = 65_536;

/** Told the names of columns that are not looked at, where a file may have such. */
export type PassOver = (columns: readonly string[]) => void;

/**
 * Reads a file (UTF-8, a header line) row by row in constant memory. Columns are told apart by commas, semicolons, tabs or
 * bars, as the header line is. Each row is parsed by the schema, whose keys are the columns, without the blanks around its
 * fields: a good one is yielded, a bad one yields its errors; one without anything in it is passed over. Columns that the
 * schema does not have are an error, or are passed over where `passOver` is there to be told. What can't be read at all ends
 * the file with an error; a file that can't be fetched is a fault and is thrown.
 */
export async function* readCsv<S extends z.ZodObject>(
  file: AsyncIterable<Uint8Array>,
  schema: S,
  passOver?: PassOver,
): AsyncGenerator<CheckedRow<z.output<S>> | BadRow> {
  const known = Object.keys(schema.shape);
  const lines = lineCounter();
  const { head, whole } = await peek(file);
  const delimiter = delimiterOf(head, known);
  const waiting: Line[] = [];
  const parser = parse({
    bom: true,
    delimiter,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MAX_ROW_BYTES,
    on_record: (fields: string[], info) => {
      waiting.push({ line: lines.next(fields, info.empty_lines), fields });
      return fields;
    },
  });
  // A pipeline, since a file that breaks off must end the rows, and rows that nobody wants any more the file.
  pipeline(Readable.from(checkedBytes(whole)), parser, () => {});
  let header: Header | undefined;
  let width = 0;
  try {
    for await (const { line, fields } of everyLine(parser, waiting)) {
      if (fields.every((field) => field.trim() === '')) continue;
      if (header === undefined) {
        if (MARK_LINE.test(fields.join(delimiter))) continue;
        width = fields.length;
        const names = namedColumns(fields);
        const unknown = names.filter((name) => !known.includes(name));
        header = passOver === undefined ? names : names.map((name) => (known.includes(name) ? name : null));
        const errors = headerErrors(header, known, schema, line);
        if (errors.length > 0) return yield { errors };
        if (unknown.length > 0) passOver?.(unknown);
      } else {
        const read = checkRow(schema, header, fields, line);
        // One mark too many, and each field may stand in the column of its neighbour.
        yield 'errors' in read && fields.length > width ? { ...read, unsure: 'columns' } : read;
      }
    }
  } catch (error) {
    if (error instanceof UnreadableText) {
      yield { errors: [{ line: error.line, column: '', message: error.message }], unsure: 'rest' };
    } else if (error instanceof CsvError) {
      const line = lines.following(Number(error.empty_lines));
      const message = MESSAGES[error.code] ?? error.message;
      yield { errors: [{ line, column: '', message }], unsure: 'rest' };
    } else {
      throw error;
    }
    return;
  }
  if (header === undefined) yield { errors: [{ line: 1, column: '', message: 'The file is empty' }] };
}

/** A row as the parser tells its fields apart, before anything is made of them. */
type Line = { readonly line: number; readonly fields: readonly string[] };

/**
 * The rows that leave the parser, from `waiting`, which has them as soon as they are told apart: those that stand in the
 * parser's own buffer are lost when a later one is broken.
 */
async function* everyLine(parser: AsyncIterable<unknown>, waiting: Line[]): AsyncGenerator<Line> {
  try {
    for await (const _ of parser) {
      const next = waiting.shift();
      if (next !== undefined) yield next;
    }
  } catch (error) {
    if (error instanceof CsvError || error instanceof UnreadableText) yield* waiting;
    throw error;
  }
}

/** The start of a file up to its first line end, and the whole of it again. */
async function peek(file: AsyncIterable<Uint8Array>) {
  const iterator = file[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let bytes = 0;
  let isOver = false;
  while (bytes < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done === true) {
      isOver = true;
      break;
    }
    seen.push(next.value);
    bytes += next.value.byteLength;
    if (next.value.includes(0x0a) || next.value.includes(0x0d)) break;
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
  return { head: Buffer.concat(seen).toString('utf8'), whole: whole() };
}

/** The mark that tells most known columns of a header line apart. */
function delimiterOf(head: string, known: readonly string[]): string {
  const line =
    head
      .replace(/^\ufeff/, '')
      .split(/[\r\n]/)
      .find((text) => text !== '') ?? '';
  const told = MARK_LINE.exec(line)?.[1];
  if (told !== undefined) return told;
  const knownAmong = (mark: string) =>
    line.split(mark).filter((name) => known.includes(columnName(name.replaceAll('"', '')))).length;
  let best: string = ',';
  for (const mark of DELIMITERS) if (knownAmong(mark) > knownAmong(best)) best = mark;
  return best;
}

/** The columns of a file; null for those that are passed over. */
type Header = readonly (string | null)[];

/** The columns of a header; what spreadsheets leave behind the last one that has a name is none. */
function namedColumns(fields: readonly string[]): string[] {
  const names = fields.map(columnName);
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
}

/** What a name in a header stands for: `Part Number` is `part_number`. */
export const columnName = (name: string) =>
  name
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

const QUOTES = 'A quotation mark stands where none may; inside a quoted field it is written twice';
const MESSAGES: Readonly<Partial<Record<CsvError['code'], string>>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark of this row is never closed',
  CSV_INVALID_CLOSING_QUOTE: QUOTES,
  INVALID_OPENING_QUOTE: QUOTES,
  CSV_MAX_RECORD_SIZE: `This row is longer than ${MAX_ROW_BYTES} bytes; is a quotation mark never closed?`,
};

/** Tells on which line a row begins: a quoted field may span several, and empty ones are passed over. */
function lineCounter() {
  let lastLine = 0;
  let emptyLines = 0;
  const following = (emptyLinesNow: number) => lastLine + 1 + emptyLinesNow - emptyLines;
  return {
    /** The line on which a row begins that comes after so many empty lines in all. */
    following,
    /** The same for the row with these fields, which is then the last one. */
    next(fields: readonly string[], emptyLinesNow: number): number {
      const line = following(emptyLinesNow);
      const breaks = fields.reduce((sum, field) => sum + (field.match(/\r\n|[\r\n]/g)?.length ?? 0), 0);
      lastLine = line + breaks;
      emptyLines = emptyLinesNow;
      return line;
    },
  };
}

class UnreadableText extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** The bytes as they are, up to the first that no catalogue's text has. */
async function* checkedBytes(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // What is no UTF-8 is decoded to the replacement character; where that stands in the file, something was lost before.
  const decoder = new TextDecoder();
  let line = 1;
  const check = (text: string) => {
    const at = text.search(/[\0\ufffd]/);
    line += (at === -1 ? text : text.slice(0, at)).split('\n').length - 1;
    if (at === -1) return;
    throw new UnreadableText(
      line,
      text[at] === '\0'
        ? 'This line has a NUL character, which no text has; is this a CSV file?'
        : 'This line has characters that are not UTF-8; save the file as CSV in UTF-8',
    );
  };
  for await (const bytes of file) {
    check(decoder.decode(bytes, { stream: true }));
    yield bytes;
  }
  check(decoder.decode());
}

/** Whether no row of the schema is good without this column. */
export const isNeeded = (schema: z.ZodObject, column: string): boolean =>
  schema.shape[column]?._zod.optin === undefined;

function headerErrors(
  header: Header,
  known: readonly string[],
  schema: z.ZodObject,
  line: number,
): RowError[] {
  const errors: RowError[] = [];
  const complain = (column: string, message: string) => errors.push({ line, column, message });
  for (const column of known) {
    if (isNeeded(schema, column) && !header.includes(column)) complain(column, 'This column is missing');
  }
  // Files about parts that are there name them one way or the other.
  const namesParts = ['sku', 'brand', 'part_number'].every((column) => known.includes(column));
  const has = (...columns: readonly string[]) => columns.every((column) => header.includes(column));
  if (namesParts && !has('sku') && !has('brand', 'part_number'))
    complain('sku', 'This column is missing, or brand and part_number instead of it');
  header.forEach((column, at) => {
    if (column === null) return;
    if (column === '') complain(column, `Column ${at + 1} has no name; known are ${known.join(', ')}`);
    else if (!known.includes(column))
      complain(column, `There is no such column; known are ${known.join(', ')}`);
    else if (header.indexOf(column) !== at) complain(column, 'This column is there twice');
  });
  return errors;
}

function checkRow<S extends z.ZodObject>(
  schema: S,
  header: Header,
  record: readonly string[],
  line: number,
): CheckedRow<z.output<S>> | BadRow {
  // An empty field is one that is not given.
  const given: Record<string, string> = {};
  header.forEach((column, at) => {
    const value = textOfCell((record[at] ?? '').trim());
    if (column !== null && value !== '') given[column] = value;
  });
  const isTooLong = record.slice(header.length).some((field) => field.trim() !== '');
  if (record.length >= header.length && !isTooLong) return checkGiven(schema, given, line);
  const message = `This row has ${record.length} fields, the header has ${header.length}`;
  return { errors: [{ line, column: '', message }], given, unsure: 'columns' };
}

const MAX_VALUE_LENGTH = 100;

/** A value as an error shows it: cut to 100 characters. */
export const shownValue = (value: string): string =>
  value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH - 1)}…` : value;

/** Judges a row whose columns have been told apart; columns that are not given are absent. */
export function checkGiven<S extends z.ZodObject>(
  schema: S,
  given: Readonly<Record<string, string>>,
  line: number,
): CheckedRow<z.output<S>> | BadRow {
  const parsed = schema.safeParse(given);
  if (parsed.success) return { line, row: parsed.data };
  return {
    given,
    errors: parsed.error.issues.map((issue) => {
      const column = String(issue.path[0] ?? '');
      const value = given[column];
      return {
        line,
        column,
        message: issue.message,
        ...(value !== undefined && { value: shownValue(value) }),
      };
    }),
  };
}
