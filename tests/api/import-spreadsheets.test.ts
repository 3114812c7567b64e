/** Files as spreadsheets save them, and as people fill them in: the right result, or a word on the row that is wrong. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptPart, partRow } from '../factories/files.ts';
import { bring, dryRun, errorsOfImport } from '../factories/imports.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
});
afterAll(() => shop.close());

/** What is told to be wrong with a file. */
async function errors(content: string): Promise<unknown[]> {
  const { id } = await dryRun(shop, admin, content, { kind: 'parts' });
  await shop.call('POST', `/imports/${id}/cancel`, { token: admin.token });
  return (await errorsOfImport(shop, admin, id)).map(({ line, column, message, value }) => [
    line,
    column,
    message,
    value,
  ]);
}
const HEAD = 'sku,brand,part_number,name,description,price,stock,gtin,oe_numbers';
/** A row with everything right but what is given. */
function row(change: Readonly<Record<string, string>> = {}): string {
  const { sku, part_number } = partRow();
  const right: Readonly<Record<string, string>> = {
    sku,
    brand: 'Kolbmann',
    part_number,
    name: 'Disc',
    description: 'Coated',
    price: '1.50',
  };
  return HEAD.split(',')
    .map((column) => `"${change[column] ?? right[column] ?? ''}"`)
    .join(',');
}

describe('a file that a spreadsheet has saved', () => {
  it('with a line sep=;, nameless columns, empty rows, blanks and line breaks in cells is read as it is meant', async () => {
    const { sku, part_number: number } = partRow();
    const file = [
      'sep=;',
      'Price;SKU;Part Number;BRAND;Name;Description;Stock;;',
      `" 12.50 ";${sku} ;${number};Kolbmann;"Disc; vented";"First line\r\nSecond ""line""";\u00a07;;`,
      ';;;;;;;;',
      '',
      ';;;;;;;;',
      '',
    ].join('\r\n');
    expect(await bring(shop, admin, `\ufeff${file}`, { kind: 'parts' })).toMatchObject({
      state: 'applied',
      rows: 1,
      inserted: 1,
      errorCount: 0,
    });
    const found = await shop.call('GET', `/parts/${(await keptPart(shop, sku)).id}`);
    expect(found.body).toMatchObject({ name: 'Disc; vented', price: 12.5, stock: 7 });
  });

  const cut = 'A spreadsheet has cut this number short; make its column text, and bring the whole number';
  it.each<[string, Readonly<Record<string, string>>, readonly [string, string, string]]>([
    ['a SKU', { sku: '1.23457E+12' }, ['sku', cut, '1.23457E+12']],
    ['a part number', { part_number: '1,23457E+12' }, ['part_number', cut, '1,23457E+12']],
    ['an OE number', { oe_numbers: 'BMW:3.41168E+10|BMW:1' }, ['oe_numbers', cut, 'BMW:3.41168E+10|BMW:1']],
    [
      'a GTIN',
      { gtin: '4.00638E+12' },
      [
        'gtin',
        'A GTIN has 8, 12, 13 or 14 digits; spreadsheets drop zeros at its start and cut it short',
        '4.00638E+12',
      ],
    ],
    [
      'a GTIN without its zero',
      { gtin: '36000291452' },
      [
        'gtin',
        'A GTIN has 8, 12, 13 or 14 digits; spreadsheets drop zeros at its start and cut it short',
        '36000291452',
      ],
    ],
    ['a decimal comma', { price: '12,50' }, ['price', 'A price looks like 12.50', '12,50']],
    ['thousands in a price', { price: '1,234.50' }, ['price', 'A price looks like 12.50', '1,234.50']],
    ['a currency in a price', { price: '$12.50' }, ['price', 'A price looks like 12.50', '$12.50']],
    ['thousands in a stock', { stock: '1.200' }, ['stock', 'A whole number is needed', '1.200']],
    ['an error of a formula', { price: '#DIV/0!' }, ['price', 'A price looks like 12.50', '#DIV/0!']],
  ])('with %s that is not what it was is told at its row', async (_, change, [column, message, value]) => {
    expect(await errors([HEAD, row(), row(change), ''].join('\n'))).toEqual([[3, column, message, value]]);
  });

  it('keeps numbers that only look like those', async () => {
    const numbers = ['5E10', '12E+', 'E+12', '1E+1234', '007'];
    const rows = numbers.map((number) => row({ part_number: `${number}` }));
    expect(await errors([HEAD, ...rows, ''].join('\n'))).toEqual([]);
  });

  it('with columns of another program is refused, or read without them if its owner says so', async () => {
    const file = [`Weight,${HEAD},Colour`, `1 kg,${row()},red`, ''].join('\n');
    const known = expect.stringMatching(/^There is no such column; known are sku, brand/);
    expect(await errors(file)).toEqual([
      [1, 'weight', known, ''],
      [1, 'colour', known, ''],
    ]);
    expect(await bring(shop, admin, file, { otherColumns: 'passOver' })).toMatchObject({
      state: 'applied',
      inserted: 1,
      notes: ['Columns that were passed over: weight, colour'],
    });
  });

  it('with rows twice tells each of them', async () => {
    const one = row();
    expect(await errors([HEAD, one, row(), one, one, ''].join('\n'))).toEqual(
      [4, 5].flatMap((line) => [
        [line, 'part_number', 'This number of this brand is in the file twice', expect.any(String)],
        [line, 'sku', 'This SKU is in the file twice', expect.any(String)],
      ]),
    );
  });

  it('as a workbook says what to do instead', async () => {
    const workbook = new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0]);
    await expect(dryRun(shop, admin, workbook)).rejects.toThrow('In Excel, save it as');
  });
});
