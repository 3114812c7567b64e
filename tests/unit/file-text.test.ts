/** In which letters a file may be saved, and how files are told apart. */
import { describe, expect, it } from 'vitest';
import { recognise, whyNotRecognised } from '#server/catalogue/import/recognise.ts';
import { asUtf8 } from '#server/catalogue/import/text-bytes.ts';

/** The text of a file that comes in pieces of so many bytes, and what is remarked about it. */
async function read(bytes: Uint8Array, pieceBytes = 65_536) {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const remarks: string[] = [];
  const found: Uint8Array[] = [];
  for await (const piece of asUtf8(pieces(), (remark) => remarks.push(remark))) found.push(piece);
  return { text: Buffer.concat(found).toString('utf8'), remarks };
}
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const utf8 = (text: string) => new Uint8Array(Buffer.from(text));

describe('the letters of a file', () => {
  it('stay as they are in UTF-8, in whatever pieces they come', async () => {
    const text = 'Škoda;é\r\n日本\r½\n𝄞';
    for (const size of [1, 2, 3, 7, 65_536])
      expect(await read(utf8(text), size)).toEqual({ text, remarks: [] });
  });

  it.each([
    ['line feeds', '\n'],
    ['carriage returns and line feeds', '\r\n'],
    ['carriage returns', '\r'],
  ])(
    'are judged line by line, where lines end with %s: one of another program does not spoil the others',
    async (_, end) => {
      const bytes = Buffer.concat([utf8(`Škoda${end}`), latin1(`Citro\xebn${end}`), utf8(`日本${end}`)]);
      for (const size of [1, 5, 65_536]) {
        const { text, remarks } = await read(bytes, size);
        expect(text).toBe(['Škoda', 'Citroën', '日本', ''].join(end));
        expect(remarks).toEqual([
          '1 line is not UTF-8 and read as Windows-1252: look at names with accents before you apply this file',
        ]);
      }
    },
  );

  it('of Windows-1252 are all there, curly quotes and the euro too', async () => {
    const { text } = await read(new Uint8Array([0x80, 0x93, 0x94, 0x96, 0xfc, 0x0a]));
    expect(text).toBe('€“”–ü\n');
  });

  it('are not torn in a line that is too long to be judged at once', async () => {
    const text = 'é日𝄞'.repeat(300_000);
    expect(await read(utf8(text), 65_537)).toEqual({ text, remarks: [] });
  });

  it.each(['utf16le', 'be'] as const)('of UTF-16 (%s) are read and remarked', async (order) => {
    const bytes = Buffer.from('\ufeffsku;é𝄞\n', 'utf16le');
    if (order === 'be') bytes.swap16();
    for (const size of [1, 3, 65_536]) {
      expect(await read(new Uint8Array(bytes), size)).toEqual({
        text: 'sku;é𝄞\n',
        remarks: ['The file is saved as UTF-16 and was read as that'],
      });
    }
  });
});

describe('what a file is', () => {
  it.each([
    ['sku,price\n', 'prices'],
    ['\ufeff"SKU";"Price"\r\n', 'prices'],
    ['sep=;\r\nsku;stock\r\n', 'stock'],
    ['\n\nSKU\tPart Number\tName\tDescription\n', 'parts'],
  ])('is told by its header %j', (head, kind) => {
    expect(recognise(utf8(head), undefined)).toEqual({ kind, format: 'csv' });
  });

  it.each([
    ['<?xml version="1.0"?><!-- made by hand --><ACES version="3.2">', 'fitments', 'aces'],
    ['\ufeff<ACES version="4.2" xmlns="http://www.autocare.org">', 'fitments', 'aces'],
    ['<p:PIES xmlns:p="http://www.aftermarket.org">', 'parts', 'pies'],
  ])('is told by its root %j', (head, kind, format) => {
    expect(recognise(utf8(head), undefined)).toEqual({ kind, format });
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['an Excel workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /Excel workbook/],
    ['an old Excel workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0]), /old Excel workbook/],
    ['a compressed file', new Uint8Array([0x1f, 0x8b, 8, 0]), /compressed/],
    ['a PDF', utf8('%PDF-1.7\n'), /PDF/],
    ['nothing', utf8(' \n'), /empty/],
    ['other XML', utf8('<html></html>'), /ACES .* PIES/],
    ['bytes', new Uint8Array([1, 0, 2, 0]), /no text/],
    ['other columns', utf8('colour,size\n'), /^Read: colour, size\. /],
  ])('is not told of %s, and it is said what to do', (_, head, words) => {
    expect(recognise(head, undefined)).toBeUndefined();
    expect(whyNotRecognised(head)).toMatch(words);
  });

  it.each<[string, string]>([
    [
      'sku,on_hand',
      'Read: sku, on_hand. A stock file has sku and stock; stock is missing. A prices file has sku and price; price is missing.',
    ],
    [
      '"SKU";Brand\r\n',
      'Read: SKU, Brand. A stock file has sku and stock; stock is missing. A prices file has sku and price; price is missing.',
    ],
    [
      'Brand,Part Number,On Hand',
      'Read: Brand, Part Number, On Hand. A stock file has brand, part_number and stock; stock is missing. A prices file has brand, part_number and price; price is missing.',
    ],
    [
      'sku,brand,part_number,name,cost',
      'Read: sku, brand, part_number, name, cost. A parts file has sku, brand, part_number, name, description and price; description and price are missing.',
    ],
    [
      'sku,make,model',
      'Read: sku, make, model. A fitments file has sku, kind, make, model, year_from and year_to; kind, year_from and year_to are missing.',
    ],
    ['sku,kind', 'Read: sku, kind. A numbers file has sku, kind and number; number is missing.'],
  ])('of columns %j, it is said what was read and what the nearest kind lacks', (header, words) => {
    expect(recognise(utf8(header), undefined)).toBeUndefined();
    expect(whyNotRecognised(utf8(header))).toBe(words);
  });

  it('with columns of no kind is told which kinds there are', () => {
    expect(whyNotRecognised(utf8('foo,bar\n1,2\n'))).toBe(
      'Read: foo, bar. Files that can be imported have the columns of parts (sku, brand, part_number, name, description, price), numbers (sku, kind, number), fitments (sku, kind, make, model, year_from, year_to), prices (sku, price), stock (sku, stock) or codes (table, id).',
    );
    expect(whyNotRecognised(utf8(';;;\n'))).toMatch(/^Its first line names no columns\. Files that/);
    const many = Array.from({ length: 30 }, (_, at) => `c${at}${'x'.repeat(90)}`).join(',');
    expect(whyNotRecognised(utf8(many)).length).toBeLessThan(1_000);
    expect(whyNotRecognised(utf8(many))).toContain('… and 18 more. ');
  });
});
