import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type RowError, readCsv } from '#server/catalogue/import/csv-file.ts';

const Row = z.object({
  sku: z.string({ error: 'A SKU is needed' }),
  name: z.string({ error: 'A name is needed' }),
  stock: z.string().regex(/^\d+$/, 'A whole number is needed').transform(Number).optional(),
  note: z.string().default(''),
});
type Read = { readonly rows: { line: number; row: z.output<typeof Row> }[]; readonly errors: RowError[] };

/** Reads a file that comes in pieces of so many bytes. */
async function read(content: string | Uint8Array, pieceBytes = 65_536): Promise<Read> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const found: Read = { rows: [], errors: [] };
  for await (const one of readCsv(pieces(), Row)) {
    if ('errors' in one) found.errors.push(...one.errors);
    else found.rows.push(one);
  }
  return found;
}

const lines = async (content: string, pieceBytes?: number) =>
  (await read(content, pieceBytes)).rows.map(({ line, row }) => [line, row.sku, row.name]);

describe('a row', () => {
  it('is parsed by the schema; an empty field is one that is not given', async () => {
    expect(await read('sku,name,stock,note\nA,Disc,12,\nB,Filter,,new\n')).toEqual({
      rows: [
        { line: 2, row: { sku: 'A', name: 'Disc', stock: 12, note: '' } },
        { line: 3, row: { sku: 'B', name: 'Filter', note: 'new' } },
      ],
      errors: [],
    });
  });

  it('may quote its fields, with commas, quotation marks and line breaks inside', async () => {
    expect(await lines('sku,name\nA,"Disc, vented"\nB,"the ""big"" one"\nC,"two\nlines"\nD,last')).toEqual([
      [2, 'A', 'Disc, vented'],
      [3, 'B', 'the "big" one'],
      [4, 'C', 'two\nlines'],
      [6, 'D', 'last'],
    ]);
  });

  it.each([
    ['line feeds', '\n'],
    ['carriage returns and line feeds', '\r\n'],
    ['carriage returns', '\r'],
  ])('ends with %s, and its number is the one that an editor shows', async (_, end) => {
    const content = ['sku,name', 'A,1', `B,"2${end}${end}3"`, '', 'C,4', '', '', 'D,5', ''].join(end);
    const expected = [
      [2, 'A', '1'],
      [3, 'B', `2${end}${end}3`],
      [7, 'C', '4'],
      [10, 'D', '5'],
    ];
    expect(await lines(content)).toEqual(expected);
  });

  it('is the same in whatever pieces the file comes', async () => {
    const content = 'sku,name\r\nÄ-1,"Škoda\r\n½ ""x"""\r\n\r\nB,日本\r\n';
    const whole = await lines(content);
    expect(whole).toEqual([
      [2, 'Ä-1', 'Škoda\r\n½ "x"'],
      [5, 'B', '日本'],
    ]);
    for (const size of [1, 2, 3, 5, 7]) expect(await lines(content, size)).toEqual(whole);
  });

  it('that is wrong says where and how, and the others are read', async () => {
    const { rows, errors } = await read('sku,name,stock\nA,Disc,many\n,,3\nC,Filter,4\n');
    expect(rows.map(({ line }) => line)).toEqual([4]);
    expect(errors).toEqual([
      { line: 2, column: 'stock', message: 'A whole number is needed', value: 'many' },
      { line: 3, column: 'sku', message: 'A SKU is needed' },
      { line: 3, column: 'name', message: 'A name is needed' },
    ]);
  });

  it('without anything in it is passed over, and the lines below keep their numbers', async () => {
    const content = 'sku,name,stock\n,,\nA,Disc,1\n , ,\u00a0\n,,\n\nB,Filter,2\n,,\n,,\n';
    expect(await lines(content)).toEqual([
      [3, 'A', 'Disc'],
      [7, 'B', 'Filter'],
    ]);
    expect((await read(content)).errors).toEqual([]);
  });

  it('is read without the blanks around its fields', async () => {
    expect((await read('sku,name,stock\n A ,\u00a0Disc\t, 12 \n')).rows).toEqual([
      { line: 2, row: { sku: 'A', name: 'Disc', stock: 12, note: '' } },
    ]);
  });

  it.each([
    ['fewer', 'A', 1],
    ['more', 'A,Disc,3', 3],
  ])('with %s fields than the header is wrong', async (_, row, count) => {
    const { errors } = await read(`sku,name\n${row}\n`);
    expect(errors).toEqual([
      { line: 2, column: '', message: `This row has ${count} fields, the header has 2` },
    ]);
  });

  it('comes back from every text that can be written into a field', async () => {
    const letter = fc.constantFrom(...'aé日"\n\r, ;\t');
    const text = fc.string({ unit: letter, minLength: 1, maxLength: 12 });
    const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text), { maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, size) => {
          const file = ['sku,name', ...rows.map((row) => row.map(quoted).join(','))].join('\n');
          const { rows: found, errors } = await read(file, size);
          // Blanks around a field are none of it, and a field of blanks alone is not given.
          const trimmed = rows.map((row) => row.map((field) => field.trim()));
          const isGood = (row: readonly string[]) => row.every((field) => field !== '');
          expect(found.map(({ row }) => [row.sku, row.name])).toEqual(trimmed.filter(isGood));
          const isBad = (row: readonly string[]) => !isGood(row) && row.some((field) => field !== '');
          expect(errors.length).toBe(trimmed.filter(isBad).length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the header', () => {
  it('may have its columns in any order and case, and a byte order mark', async () => {
    expect(await lines('\ufeffName, SKU \nDisc,A\n')).toEqual([[2, 'A', 'Disc']]);
  });

  it('may stand below empty lines', async () => {
    expect(await lines('\n\nsku,name\nA,Disc\n')).toEqual([[4, 'A', 'Disc']]);
    expect((await read('\n\nsku\nA\n')).errors).toEqual([
      { line: 3, column: 'name', message: 'This column is missing' },
    ]);
  });

  it('names all that is wrong with it, and no row is read', async () => {
    const { rows, errors } = await read('sku,colour,stock,sku,\nA,Disc,1,B,\n');
    expect(rows).toEqual([]);
    const unknown = 'There is no such column; known are sku, name, stock, note';
    expect(errors).toEqual([
      { line: 1, column: 'name', message: 'This column is missing' },
      { line: 1, column: 'colour', message: unknown },
      { line: 1, column: 'sku', message: 'This column is there twice' },
    ]);
  });

  it('may have columns without a name behind the others, as long as nothing stands in them', async () => {
    const { rows, errors } = await read('sku;name;;\nA;Disc;;\nB;Filter\nC;Clutch;; x\n');
    expect(rows.map(({ row }) => row.sku)).toEqual(['A', 'B']);
    expect(errors).toEqual([{ line: 4, column: '', message: 'This row has 4 fields, the header has 2' }]);
  });

  it('may have other columns where they are to be passed over, and they are told', async () => {
    async function* file() {
      yield new TextEncoder().encode('Weight,sku,,name,colour\n1 kg,A,x,Disc,red\n2 kg,B,,Filter\n');
    }
    const passed: string[] = [];
    const found = await Readable.from(readCsv(file(), Row, (columns) => passed.push(...columns))).toArray();
    expect(passed).toEqual(['weight', '', 'colour']);
    expect(found).toEqual([
      { line: 2, row: { sku: 'A', name: 'Disc', note: '' } },
      {
        errors: [{ line: 3, column: '', message: 'This row has 4 fields, the header has 5' }],
        given: { sku: 'B', name: 'Filter' },
        unsure: 'columns',
      },
    ]);
  });

  it('has a name for each column between others', async () => {
    expect((await read('sku,,name\nA,x,Disc\n')).errors).toEqual([
      { line: 1, column: '', message: 'Column 2 has no name; known are sku, name, stock, note' },
    ]);
  });

  it.each([
    ['sep=;', ';'],
    ['"sep=|"', '|'],
    ['\ufeffSEP=\t', '\t'],
    ['sep=,', ','],
  ])('may stand below the line %j, which spreadsheets write for each other', async (told, mark) => {
    const text = [told, ['sku', 'name'].join(mark), ['A', '"1,5; x"'].join(mark)].join('\r\n');
    expect(await lines(text)).toEqual([[3, 'A', '1,5; x']]);
    expect(await lines(text, 1)).toEqual([[3, 'A', '1,5; x']]);
  });

  it('of two hundred columns names each that is unknown', async () => {
    const many = Array.from({ length: 200 }, (_, at) => `c${at}`);
    expect((await read(`sku,name,${many.join(',')}\n`)).errors).toHaveLength(200);
  });

  it('alone is a file without rows', async () => {
    expect(await read('sku,name\n')).toEqual({ rows: [], errors: [] });
  });

  it.each(['', '\n', '\r\n\r\n', '\ufeff'])('is missing from an empty file: %j', async (content) => {
    expect((await read(content)).errors).toEqual([{ line: 1, column: '', message: 'The file is empty' }]);
  });
});

describe('a file that is broken', () => {
  const tooLong = 'This row is longer than 100000 bytes; is a quotation mark never closed?';
  const badQuote = 'A quotation mark stands where none may; inside a quoted field it is written twice';
  it.each([
    ['no line breaks at all', `sku,name\nA,Disc\nB,${'x'.repeat(200_000)}`, 3, tooLong],
    ['a header without an end', 'x'.repeat(200_000), 1, tooLong],
    ['a field of ten megabytes', `sku,name\nA,Disc\nB,"${'x'.repeat(10_000_000)}"\nC,4\n`, 3, tooLong],
    ['a quotation mark that swallows the rest', `sku,name\nA,Disc\n\nB,"${'x\n'.repeat(90_000)}`, 4, tooLong],
    [
      'a quotation mark that is never closed',
      'sku,name\nA,Disc\nB,"Filter\nC,Clutch\n',
      3,
      'A quotation mark of this row is never closed',
    ],
    ['text behind a quoted field', 'sku,name\nA,"two\nlines"\nB,"Filter" new\n', 4, badQuote],
    ['a quotation mark inside a field', 'sku,name\nA,Disc 12" wide\n', 2, badQuote],
  ])('by %s is told with its line, and nothing after it is read', async (_, content, line, message) => {
    const { errors } = await read(content);
    expect(errors).toEqual([{ line, column: '', message }]);
    expect((await read(content, 1_000)).errors).toEqual(errors);
  });

  it.each([
    ['is never closed', '"5,Filter\nF,x\n', 'A quotation mark of this row is never closed'],
    ['stands where none may', '"5" x,Filter\nF,x\n', badQuote],
    ['swallows more than a row has', `"5,${'Filter\n'.repeat(30_000)}`, tooLong],
  ])('by a mark that %s hides no row before it', async (_, broken, message) => {
    const content = `sku,name,stock\nA,Disc,1\nB,Disc,many\n,Disc,2\nD,,x\nE,${broken}`;
    for (const size of [65_536, 1_000, 1]) {
      const { rows, errors } = await read(content, size);
      expect(rows.map(({ line }) => line)).toEqual([2]);
      expect(errors.map(({ line, column }) => [line, column])).toEqual([
        [3, 'stock'],
        [4, 'sku'],
        [5, 'name'],
        [5, 'stock'],
        [6, ''],
      ]);
      expect(errors.at(-1)?.message).toBe(message);
    }
  });

  it('behind many rows hides none of them', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `S${at},Disc\n`).join('');
    const { rows, errors } = await read(`sku,name\n${many}A,"Filter\n`);
    expect(rows.map(({ line }) => line)).toEqual(Array.from({ length: 20_000 }, (_, at) => at + 2));
    expect(errors).toHaveLength(1);
  });

  const notUtf8 = 'This line has characters that are not UTF-8; save the file as CSV in UTF-8';
  const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
  it.each([
    ['Latin 1', latin1('sku,name\nA,Disc\nB,Citro\xebn\nC,Filter\n'), 3, notUtf8],
    ['UTF-16', utf16('sku,name\nA,Disc\n'), 1, notUtf8],
    ['text that was lost before', new TextEncoder().encode('sku,name\nA,Citro\ufffdn\n'), 2, notUtf8],
    ['half a character at the end', new TextEncoder().encode('sku,name\nA,é').subarray(0, -1), 2, notUtf8],
    [
      'NUL',
      latin1('sku,name\nA,Di\0sc\n'),
      2,
      'This line has a NUL character, which no text has; is this a CSV file?',
    ],
  ])('by %s is told with its line', async (_, content, line, message) => {
    for (const size of [65_536, 1, 3]) {
      expect((await read(content, size)).errors.at(-1)).toEqual({ line, column: '', message });
    }
  });
});

describe('a file that cannot be fetched to its end', () => {
  it('is a fault', async () => {
    async function* breaking() {
      yield new TextEncoder().encode('sku,name\nA,Disc\n');
      throw new Error('the disk is gone');
    }
    await expect(Readable.from(readCsv(breaking(), Row)).toArray()).rejects.toThrow('the disk is gone');
  });

  it('is let go of when nobody wants more rows', async () => {
    let released = false;
    async function* endless() {
      try {
        yield new TextEncoder().encode('sku,name\n');
        for (;;) yield new TextEncoder().encode('A,Disc\n');
      } finally {
        released = true;
      }
    }
    for await (const _ of readCsv(endless(), Row)) break;
    await expect.poll(() => released).toBe(true);
  });
});

it('a file is read no further ahead than a little, however slowly its rows are taken', async () => {
  const piece = new TextEncoder().encode(`A,${'x'.repeat(500)}\n`.repeat(100));
  let pieces = 0;
  async function* long() {
    yield new TextEncoder().encode('sku,name\n');
    for (; pieces < 1_000; pieces += 1) yield piece;
  }
  for await (const _ of readCsv(long(), Row)) {
    // Time for whatever reads ahead by itself.
    await new Promise((resolve) => setTimeout(resolve, 50));
    break;
  }
  expect(pieces).toBeLessThan(40);
});
