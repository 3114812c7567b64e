/** Importing fitments, as an owner sees it: on a real database and its vehicles. */
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importWhole } from '#server/catalogue/import/import-whole.ts';
import {
  bringFitments,
  bringParts,
  catalogueAsText,
  errorsOf,
  keptPart,
  partRow,
} from '../factories/files.ts';
import {
  bring,
  bringCodes,
  type CodedModel,
  csvOf,
  dryRun,
  errorsOfImport,
  importOf,
  work,
} from '../factories/imports.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const idOf = async (sku: string) => String((await keptPart(shop, sku)).id);

describe('fitments', () => {
  let disc: ReturnType<typeof partRow>;
  beforeEach(async () => {
    disc = partRow({ part_type: 'brake-disc' });
    await bringParts(shop, disc);
  });

  /** A model that the shop knows, with years enough to cut. */
  async function model() {
    const { rows } = await sql<{ kind: string; make: string; model: string; first: number; last: number }>`
      SELECT kind, make, model, min(year)::int AS first, max(year)::int AS last FROM vehicle
      GROUP BY kind, make, model HAVING count(*) = max(year) - min(year) + 1 AND count(*) >= 5
      ORDER BY kind, make, model LIMIT 1`.execute(shop.databases.write);
    const [found] = rows;
    if (found === undefined) throw new Error('there are no vehicles');
    return found;
  }
  const fitmentsOf = async (sku: string) =>
    (await shop.call('GET', `/parts/${await idOf(sku)}/fitments`)).body;

  it('say which years of a model a part fits; the brand and the number may be spelled in any way', async () => {
    const { kind, make, model: name, first } = await model();
    const row = {
      brand: 'KOLBMANN',
      part_number: disc.part_number.toLowerCase().replaceAll(/[ .]/g, '-'),
      kind,
      make,
      model: name,
      year_from: first,
      year_to: first + 2,
      position: 'front axle',
      quantity_per_vehicle: 2,
      qualifiers: 'with heavy-duty cooling',
    };
    expect(await bringFitments(shop, row)).toEqual({ rows: 1, inserted: 3, updated: 0 });
    expect(await fitmentsOf(disc.sku)).toEqual([
      {
        kind,
        make,
        model: name,
        yearFrom: first,
        yearTo: first + 2,
        position: 'front axle',
        quantityPerVehicle: 2,
        engine: '',
        qualifiers: 'with heavy-duty cooling',
      },
    ]);
    const found = await shop.call('GET', `/parts?kind=${kind}&q=${encodeURIComponent(`${make} disc`)}`);
    expect((found.body as { sku: string }[]).map((one) => one.sku)).toContain(disc.sku);
  });

  it('of a part become those of the file; the same file again changes nothing', async () => {
    const { kind, make, model: name, first } = await model();
    const base = { brand: 'Kolbmann', part_number: disc.part_number, kind, make, model: name };
    await bringFitments(shop, { ...base, year_from: first, year_to: first + 2 });
    const before = await catalogueAsText(shop.databases);
    expect(await bringFitments(shop, { ...base, year_from: first, year_to: first + 2 })).toEqual({
      rows: 1,
      inserted: 0,
      updated: 0,
    });
    expect(await catalogueAsText(shop.databases)).toBe(before);
    // One year goes, one comes, two stay with another quantity.
    const moved = { ...base, year_from: first + 1, year_to: first + 3, quantity_per_vehicle: 4 };
    expect(await bringFitments(shop, moved)).toEqual({ rows: 1, inserted: 1, updated: 3 });
    expect(await fitmentsOf(disc.sku)).toMatchObject([
      { yearFrom: first + 1, yearTo: first + 3, quantityPerVehicle: 4 },
    ]);
  });

  it('with a mistake are not imported at all', async () => {
    const { kind, make, model: name, first } = await model();
    const good = {
      brand: 'Kolbmann',
      part_number: disc.part_number,
      kind,
      make,
      model: name,
      year_from: first,
      year_to: first,
    };
    const before = await catalogueAsText(shop.databases);
    const together = await bringFitments(
      shop,
      good,
      { ...good, part_number: 'NOBODY' },
      { ...good, year_from: first + 1, year_to: first },
      { ...good, make: 'Trabant & Daughters' },
    );
    expect(errorsOf(together)).toEqual([
      { line: 3, column: 'part_number', message: 'There is no part with this brand and number' },
      { line: 4, column: 'year_from', message: 'The first year is after the last' },
      { line: 5, column: 'model', message: 'There is no such vehicle in these years' },
    ]);
    const alone = await bringFitments(
      shop,
      { ...good, kind: 'boat' },
      { ...good, year_to: '' },
      { ...good, quantity_per_vehicle: 40_000 },
    );
    expect(errorsOf(alone)).toEqual([
      { line: 2, column: 'kind', message: 'car, truck or motorcycle is needed' },
      { line: 3, column: 'year_to', message: 'A year is needed' },
      { line: 4, column: 'quantity_per_vehicle', message: 'At most 1000' },
    ]);
    expect(await catalogueAsText(shop.databases)).toBe(before);
  });
});

describe('leaving out the fitments with errors', () => {
  const XML = { type: 'application/xml', fileName: 'file.xml' };
  let admin: Person;
  let model: CodedModel;
  let disc: ReturnType<typeof partRow>;
  let pads: ReturnType<typeof partRow>;
  beforeAll(async () => {
    admin = await shop.person('admin');
    model = await bringCodes(shop, admin);
  });
  beforeEach(async () => {
    disc = partRow({ part_type: 'brake-disc' });
    pads = partRow();
    await bring(shop, admin, csvOf([disc, pads]));
    await bring(shop, admin, csvOf([fits(disc, 0), fits(disc, 2), fits(pads, 0)]));
  });

  /** A row that says that a part fits a year of the model. */
  const fits = ({ sku }: { sku: string }, year: number) => ({
    sku,
    brand: '',
    part_number: '',
    kind: model.kind,
    make: model.make,
    model: model.model,
    year_from: model.first + year,
    year_to: model.first + year,
    qualifiers: '',
  });
  /** The years of the model that a part fits, from 0. */
  async function yearsOf({ sku }: { sku: string }) {
    const { body } = await shop.call('GET', `/parts/${await idOf(sku)}/fitments`);
    const runs = body as { readonly yearFrom: number; readonly yearTo: number }[];
    return runs.flatMap(({ yearFrom, yearTo }) =>
      Array.from({ length: yearTo - yearFrom + 1 }, (_, at) => yearFrom - model.first + at),
    );
  }
  /** What is said to an owner who checks a file and presses that its errors are to be left out. */
  async function pressed(content: string, of?: typeof XML) {
    const { id, notes } = await dryRun(shop, admin, content, of);
    const body = { skipErrors: true };
    const { status, body: answer } = await shop.call('POST', `/imports/${id}/apply`, {
      token: admin.token,
      body,
    });
    await work(shop, id);
    const { state } = await importOf(shop, admin, id);
    if (state === 'checked') await shop.call('POST', `/imports/${id}/cancel`, { token: admin.token });
    const errors = await errorsOfImport(shop, admin, id);
    return { status, answer, notes, state, lines: errors.map(({ line }) => line) };
  }
  const lineOf = (file: string, line: number, change: (text: string) => string) =>
    file
      .split('\n')
      .map((text, at) => (at === line - 1 ? change(text) : text))
      .join('\n');

  it.each<[string, (line: string) => string]>([
    ['has one comma too many', (line) => `${line},x`],
    ['ends too early', (line) => line.split(',').slice(0, 5).join(',')],
    ['has a wrong number beside the right SKU', (line) => line.replace('"",""', '"Kolbmann","NOBODY"')],
  ])('keeps those of a part whose row %s, and changes those of others', async (_, spoil) => {
    const file = lineOf(csvOf([fits(disc, 0), fits(disc, 2), fits(pads, 1)]), 3, spoil);
    expect(await pressed(file)).toMatchObject({ state: 'applied', notes: [], lines: [3] });
    expect(await yearsOf(disc)).toEqual([0, 2]);
    expect(await yearsOf(pads)).toEqual([1]);
  });

  it('passes over parts that the shop does not have', async () => {
    const file = csvOf([fits(disc, 1), fits({ sku: 'NOT-OURS' }, 1), fits(pads, 1)]);
    expect(await pressed(file)).toMatchObject({ state: 'applied', notes: [], lines: [3] });
    expect(await yearsOf(disc)).toEqual([1]);
  });

  /** So much that what comes before has been kept when what comes behind is read. */
  const FAR = '\n'.repeat(300_000);

  it.each<[string, (line: string) => string, string]>([
    [
      'whose commas make another number of its part',
      (line) => line.replace(/^"[^"]*","",""/, '"",Kolb,mann,KM 1').replace(/""$/, 'x'),
      'This row has 10 fields, the header has 9',
    ],
    [
      'whose commas do so, and nothing stands in its last field',
      (line) => line.replace(/^"[^"]*","",""/, '"",Kolb,mann,KM 1'),
      'car, truck or motorcycle is needed',
    ],
    ['that names no part', (line) => line.replace(/^"[^"]*"/, '""'), 'A SKU, or a brand'],
    ['with a stray quotation mark', (line) => line.replace('"",""', '""x,""'), 'A quotation mark stands'],
    ['with characters that were lost', (line) => line.replace('"",""', '"\ufffd",""'), 'not UTF-8'],
  ])('is refused for a file with a row %s, and says which and why', async (_, spoil, why) => {
    const file = lineOf(csvOf([fits(disc, 0), fits(pads, 1), fits(disc, 2)]), 4, spoil);
    expectRefused(await pressed(lineOf(file, 4, (line) => FAR + line)), 4 + FAR.length, why);
    expect(await yearsOf(disc)).toEqual([0, 2]);
    expect(await yearsOf(pads)).toEqual([0]);
  });

  it.each<[string, (file: string) => string, string]>([
    ['has fewer applications than its end says', (file) => file.replace('>2<', '>3<'), 'The end of the file'],
    ['is cut off', (file) => file.slice(0, file.lastIndexOf('<Part ')), 'This is no XML'],
  ])('is refused for ACES that %s', async (_, spoil, why) => {
    const app = (year: number, { part_number: number }: typeof disc) =>
      `<App action="A" id="1"><Years from="${model.first + year}" to="${model.first + year}"/><Make id="31"/><Model id="2021"/><Qty>1</Qty><PartType id="1896"/><Part BrandAAIAID="KLBM">${number}</Part></App>`;
    const file = `<ACES version="4.2"><Header><SubmissionType>FULL</SubmissionType></Header>\n${app(0, disc)}\n${FAR}${app(1, pads)}\n<Footer><RecordCount>2</RecordCount></Footer></ACES>`;
    const answer = await pressed(spoil(file), XML);
    expectRefused(answer, answer.lines[0] ?? 0, why);
    expect(await yearsOf(disc)).toEqual([0, 2]);
    expect(await yearsOf(pads)).toEqual([0]);
  });

  function expectRefused(asked: Awaited<ReturnType<typeof pressed>>, line: number, why: string) {
    expect(asked).toMatchObject({
      status: 409,
      answer: {
        code: 'IMPORT_HAS_ERRORS',
        detail: expect.stringMatching(new RegExp(`^Line ${line} .*${why}.* cannot be left out`)),
      },
      state: 'checked',
    });
    // The report of the check says so before anybody presses.
    expect(asked.notes).toEqual([expect.stringContaining(`Line ${line} `)]);
  }

  it('is refused to the command line in the same words, and nothing is left waiting', async () => {
    const file = lineOf(csvOf([fits(disc, 1), fits(disc, 2)]), 3, (line) => line.replace(/^"[^"]*"/, '""'));
    const upload = { fileName: 'command.csv', skipErrors: true };
    const report = await importWhole(shop.shop.deps, upload, Readable.from([Buffer.from(file)]));
    expect(report).toMatchObject({
      state: 'cancelled',
      notes: [expect.stringMatching(/^Line 3 .* cannot be left out/)],
    });
    expect(await yearsOf(disc)).toEqual([0, 2]);
  });
});
