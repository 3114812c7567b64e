/** ACES and PIES: what the trade's files say of fitments and parts, by the codes that the owner has brought. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptPart, partRow } from '../factories/files.ts';
import {
  bring,
  bringCodes,
  type CodedModel,
  csvOf,
  download,
  dryRun,
  errorsOfImport,
  upload,
} from '../factories/imports.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let disc: ReturnType<typeof partRow>;
let model: CodedModel;
const XML = { type: 'application/xml', fileName: 'file.xml' };

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  disc = partRow({
    part_type: 'brake-disc',
    oe_numbers: 'BMW:1|AUDI:8E0 "x" & <y>',
    trade_numbers: 'T1|T2',
    gtin: '4006381333931',
    attributes: 'diameter=320|colour=a & b',
    min_order: 4,
    order_multiple: 2,
    image: '/media/disc/960.webp',
    rank: 7,
  });
  await bring(shop, admin, csvOf([disc]));
  model = await bringCodes(shop, admin);
});
afterAll(() => shop.close());

const fitments = async () =>
  (await shop.call('GET', `/parts/${(await keptPart(shop, disc.sku)).id}/fitments`)).body as unknown[];
const aces = (...apps: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ACES version="4.2"><Header><SubmissionType>FULL</SubmissionType></Header>\n${apps.join('\n')}\n<Footer><RecordCount>${apps.length}</RecordCount></Footer></ACES>`;
const app = (inside: string, part = disc.part_number) =>
  `<App action="A" id="1">${inside}<Qty>2</Qty><PartType id="1896"/><Position id="22"/><Part BrandAAIAID="KLBM">${part}</Part></App>`;
async function errors(content: string | Uint8Array<ArrayBuffer>) {
  const { id } = await dryRun(shop, admin, content, XML);
  await shop.call('POST', `/imports/${id}/cancel`, { token: admin.token });
  return (await errorsOfImport(shop, admin, id)).map(({ line, column, message, value }) => [
    line,
    column,
    message,
    value,
  ]);
}

describe('ACES', () => {
  it('says which vehicles a part fits, by years of a model and by base vehicle', async () => {
    const { first } = model;
    const file = aces(
      app(
        `<Years from="${first}" to="${first + 1}"/><Make id="31"/><Model id="2021"/><Note>with &lt;320 mm&gt; brakes</Note>`,
      ),
      app('<BaseVehicle id="21447"/>'),
    );
    expect(await bring(shop, admin, file, XML)).toMatchObject({
      kind: 'fitments',
      format: 'aces',
      state: 'applied',
      inserted: 3,
    });
    const shown = {
      kind: model.kind,
      make: model.make,
      model: model.model,
      position: 'front axle',
      quantityPerVehicle: 2,
    };
    expect(await fitments()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...shown,
          yearFrom: first,
          yearTo: first + 1,
          qualifiers: 'with <320 mm> brakes',
        }),
        expect.objectContaining({ ...shown, yearFrom: first + 3, yearTo: first + 3, qualifiers: '' }),
      ]),
    );
  });

  it('is exported to the same again', async () => {
    const before = await fitments();
    const file = await download(shop, admin, { what: 'export', kind: 'fitments', format: 'aces' });
    expect(file).toContain('<RecordCount>2</RecordCount>');
    expect(await bring(shop, admin, file, XML)).toMatchObject({
      state: 'applied',
      errorCount: 0,
      inserted: 0,
      updated: 0,
    });
    expect(await fitments()).toEqual(before);
  });

  it('with ids that mean nothing here is told, application by application', async () => {
    expect(
      await errors(
        aces(
          app('<BaseVehicle id="999"/>'),
          app('<BaseVehicle id="21447"/><EngineBase id="12"/>'),
          app('<BaseVehicle id="21447"/><BodyType id="5"/>'),
          app('<BaseVehicle id="21447"/>', 'NOBODY'),
          app('<BaseVehicle id="21447"/>')
            .replace('KLBM', 'ZZZZ')
            .replace('id="22"', 'id="23"')
            .replace('1896', '1'),
          app('<BaseVehicle id="21447"/>').replace('action="A"', 'action="D"'),
        ),
      ),
    ).toEqual([
      [3, 'BaseVehicle', 'There is no vehicle of this id among your codes', '999'],
      [4, 'EngineBase', 'There is no engine of this id among your codes', '12'],
      [5, 'BodyType', 'The shop knows vehicles by make, model, year and engine alone', '5'],
      [6, 'part_number', 'There is no part with this brand and number', 'NOBODY'],
      [7, 'BrandAAIAID', 'There is no brand of this id among your codes', 'ZZZZ'],
      [7, 'Position', 'There is no position of this id among your codes', '23'],
      [7, 'PartType', 'There is no part type of this id among your codes', '1'],
      [8, 'action', 'Only applications to add are taken', 'D'],
    ]);
  });

  it('says which engines a part is for, by what their ids mean, and gives them back', async () => {
    const { kind, make, model: name, first } = model;
    const code = { table: '', id: '', value: '', kind: '', make: '', model: '', year: '' };
    await bring(
      shop,
      admin,
      csvOf([
        { ...code, table: 'engine_base', id: '8128', value: '2.0 L L4' },
        { ...code, table: 'engine_base', id: '8129', value: '1.8 L L4' },
        { ...code, table: 'fuel_type', id: '8', value: 'diesel' },
        { ...code, table: 'engine_designation', id: '77', value: 'CAGA' },
      ]),
    );
    const file = aces(
      app('<BaseVehicle id="21447"/><EngineBase id="8128"/><EngineDesignation id="77"/><FuelType id="8"/>'),
      app('<BaseVehicle id="21447"/><EngineBase id="8129"/><Note>with ABS</Note>'),
    );
    expect(await bring(shop, admin, file, XML)).toMatchObject({ state: 'applied', errorCount: 0 });
    const kept = [
      expect.objectContaining({ make, model: name, engine: '1.8 L L4', qualifiers: 'with ABS' }),
      expect.objectContaining({ make, model: name, engine: '2.0 L L4 diesel CAGA', qualifiers: '' }),
    ];
    expect(await fitments()).toEqual(kept);
    for (const format of ['aces', 'csv']) {
      const again = await download(shop, admin, { what: 'export', kind: 'fitments', format });
      expect(await bring(shop, admin, again, format === 'aces' ? XML : { kind: 'fitments' })).toMatchObject({
        state: 'applied',
        errorCount: 0,
        inserted: 0,
        updated: 0,
      });
      expect(await fitments()).toEqual(kept);
    }

    // An old file without the column says that the part is for any engine.
    const old = { sku: disc.sku, kind, make, model: name, year_from: first + 3, year_to: first + 3 };
    expect(await bring(shop, admin, csvOf([old]))).toMatchObject({ inserted: 1, updated: 2 });
    expect(await fitments()).toMatchObject([{ engine: '', qualifiers: '' }]);

    // What has no id is left out of an export rather than said to fit any engine.
    await bring(shop, admin, csvOf([{ ...old, engine: '2.4 L V6' }]));
    const without = await download(shop, admin, { what: 'export', kind: 'fitments', format: 'aces' });
    expect(without).toContain('<RecordCount>0</RecordCount>');
    expect(without).toContain('1 fitments are left out');
  });
});

describe('PIES', () => {
  it('brings parts, new ones too', async () => {
    const item = (number: string, price: string) =>
      `<Item MaintenanceType="A"><PartNumber>${number}</PartNumber><BrandAAIAID>KLBM</BrandAAIAID><PartTerminologyID>1896</PartTerminologyID><Descriptions><Description DescriptionCode="SHO">Disc &amp; pad</Description><Description DescriptionCode="EXT"><![CDATA[Coated <hub>]]></Description></Descriptions><Prices><Pricing PriceType="LST"><CurrencyCode>USD</CurrencyCode><Price UOM="PE">${price}</Price></Pricing></Prices><ProductAttributes><ProductAttribute AttributeID="5001" PADBAttribute="Y">300</ProductAttribute><ProductAttribute AttributeID="9999" PADBAttribute="Y">x</ProductAttribute></ProductAttributes><PartInterchangeInfo><PartInterchange BrandLabel="VW"><PartNumber>1K0</PartNumber></PartInterchange></PartInterchangeInfo></Item>`;
    const pies = (...items: string[]) =>
      `<PIES xmlns="http://www.autocare.org"><Header><SubmissionType>FULL</SubmissionType></Header><Items>\n${items.join('\n')}</Items></PIES>`;
    const report = await bring(shop, admin, pies(item('PX 77', '49.9000')), XML);
    expect(report).toMatchObject({ kind: 'parts', format: 'pies', state: 'applied', inserted: 1 });
    expect(report.notes).toEqual([
      '1 attributes have ids that are not among your codes, and were passed over',
    ]);
    const found = await shop.call('GET', '/catalogue/kolbmann/px-77');
    expect(found.body).toMatchObject({
      sku: 'KOLBMANN-PX77',
      name: 'Disc & pad',
      description: 'Coated <hub>',
      price: 49.9,
      partTypeCode: 'brake-disc',
      numbers: [{ kind: 'oe', maker: 'VW', number: '1K0' }],
    });
    expect(await errors(pies(item('PX 78', '1.005').replace('KLBM', 'ZZZZ')))).toEqual([
      [2, 'BrandAAIAID', 'There is no brand of this id among your codes', 'ZZZZ'],
    ]);
    expect(await errors(pies(item('PX 78', '1.005')))).toEqual([
      [2, 'price', 'A price looks like 12.50', '1.005'],
    ]);
  });

  it('is exported to the same again', async () => {
    const before = await download(shop, admin, { what: 'export', kind: 'parts' });
    const file = await download(shop, admin, { what: 'export', kind: 'parts', format: 'pies' });
    expect(await bring(shop, admin, file, XML)).toMatchObject({
      state: 'applied',
      errorCount: 0,
      inserted: 0,
      updated: 0,
    });
    expect(await download(shop, admin, { what: 'export', kind: 'parts' })).toBe(before);
  });
});

describe('a file of the trade', () => {
  it('is read in the encoding that it names', async () => {
    const content = `<?xml version="1.0" encoding="ISO-8859-1"?>${aces(app('<BaseVehicle id="21447"/>', 'Pi\xe8ce')).slice(38)}`;
    expect(await errors(new Uint8Array(Buffer.from(content, 'latin1')))).toMatchObject([
      [3, 'part_number', expect.any(String), 'Pi\xe8ce'],
    ]);
    expect(await errors(content.replace('ISO-8859-1', 'EBCDIC'))).toMatchObject([
      [1, '', 'The encoding of this file is not known', ''],
    ]);
  });

  it('may be one line', async () => {
    const apps = Array.from({ length: 3_000 }, () =>
      app('<BaseVehicle id="21447"/><Note>é</Note>', 'NOBODY'),
    );
    const content = aces(...apps).replaceAll('\n', '');
    const { id, rows, badRows, errorCount } = await dryRun(shop, admin, content, XML);
    await shop.call('POST', `/imports/${id}/cancel`, { token: admin.token });
    expect({ rows, badRows, errorCount }).toEqual({ rows: 3_000, badRows: 3_000, errorCount: 3_000 });
  });
});

describe('a hostile file', () => {
  it.each([
    [
      'entities',
      '<!DOCTYPE ACES [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><ACES><App>&b;</App></ACES>',
      'Document types are not taken',
    ],
    ['an entity of its own', '<ACES><App><BaseVehicle id="&x;"/></App></ACES>', /^This is no XML/],
    [
      'depth',
      `<ACES>${'<a>'.repeat(40)}${'</a>'.repeat(40)}</ACES>`,
      'Elements are nested more than 32 deep',
    ],
    [
      'a record without end',
      `<ACES><App>${'x'.repeat(300_000)}</App></ACES>`,
      'One record has more than 200000 characters',
    ],
    [
      'many elements',
      `<ACES><App>${'<Note/>'.repeat(20_001)}</App></ACES>`,
      'One record has more than 20000 elements',
    ],
    [
      'many attributes',
      `<ACES><App ${Array.from({ length: 50 }, (_, at) => `a${at}="1"`).join(' ')}/></ACES>`,
      'An element has more than 40 attributes',
    ],
    ['no end', '<ACES><App>', /^This is no XML/],
    ['a NUL by its number', '<ACES><App><Part BrandAAIAID="K&#0;">1</Part></App></ACES>', /^This is no XML/],
    ['half a character by its number', '<ACES><App><Part>1&#xD800;</Part></App></ACES>', /^This is no XML/],
  ])('with %s is refused with a word', async (_, content, message) => {
    const found = await errors(content);
    expect(found).toHaveLength(1);
    expect(found[0]?.[2]).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it('that is other XML is none of ours', async () => {
    expect(await upload(shop, admin, '<svg></svg>', XML)).toMatchObject({ status: 422 });
  });
});
