/** A CSV file as a stream of checked rows. */
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type * as z from 'zod';

/** What is wrong with a file, and where. Lines count from 1, the header included, as editors show them. */
export type RowError = { readonly line: number; readonly column: string; readonly message: string };
export type CheckedRow<Row> = { readonly line: number; readonly row: Row };

/** Rows longer than this are no rows of a catalogue; the limit keeps a file without line breaks from filling memory. */
const MAX_ROW_BYTES = 100_000;

/**
 * Reads a file (UTF-8, comma separated, a header line) row by row in constant memory. Each row is parsed by the schema,
 * whose keys are the columns: a good one is yielded, a bad one yields its errors.
 */
export async function* readCsv<S extends z.ZodObject>(
  file: AsyncIterable<Uint8Array>,
  schema: S,
): AsyncGenerator<CheckedRow<z.output<S>> | { readonly errors: readonly RowError[] }> {
  const known = Object.keys(schema.shape);
  const parser = Readable.from(file).pipe(
    parse({
      bom: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: MAX_ROW_BYTES,
    }),
  );
  let header: string[] | undefined;
  // Where the row that comes next begins: a quoted field may span several lines.
  let line = 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (header === undefined) {
        header = record.map((name) => name.trim().toLowerCase());
        const errors = headerErrors(header, known, schema);
        if (errors.length > 0) return yield { errors };
      } else {
        yield checkRow(schema, header, record, line);
      }
      line = info.lines + 1;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield { errors: [{ line, column: '', message: error.message }] };
    return;
  }
  if (header === undefined) yield { errors: [{ line: 1, column: '', message: 'The file is empty' }] };
}

function headerErrors(header: readonly string[], known: readonly string[], schema: z.ZodObject): RowError[] {
  const errors: RowError[] = [];
  const complain = (column: string, message: string) => errors.push({ line: 1, column, message });
  for (const column of known) {
    const isRequired = schema.shape[column]?._zod.optin !== 'optional';
    if (isRequired && !header.includes(column)) complain(column, 'This column is missing');
  }
  header.forEach((column, at) => {
    if (!known.includes(column)) complain(column, `There is no such column; known are ${known.join(', ')}`);
    else if (header.indexOf(column) !== at) complain(column, 'This column is there twice');
  });
  return errors;
}

function checkRow<S extends z.ZodObject>(
  schema: S,
  header: readonly string[],
  record: readonly string[],
  line: number,
) {
  if (record.length !== header.length) {
    const message = `This row has ${record.length} fields, the header has ${header.length}`;
    return { errors: [{ line, column: '', message }] };
  }
  // An empty field is one that is not given.
  const given = Object.fromEntries(
    header.flatMap((column, at) => (record[at] ? [[column, record[at]]] : [])),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return { line, row: parsed.data };
  return {
    errors: parsed.error.issues.map((issue) => ({
      line,
      column: String(issue.path[0] ?? ''),
      message: issue.message,
    })),
  };
}
