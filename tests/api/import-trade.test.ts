/** ACES and PIES as senders really write them: other versions, prefixes, orders and counts than the shop's own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptPart, partRow } from '../factories/files.ts';
import { bring, bringCodes, type CodedModel, csvOf, dryRun, errorsOfImport } from '../factories/imports.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let disc: ReturnType<typeof partRow>;
let model: CodedModel;
const XML = { type: 'application/xml', fileName: 'file.xml' };

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  disc = partRow({ part_type: 'brake-disc' });
  await bring(shop, admin, csvOf([disc]));
  model = await bringCodes(shop, admin);
});
afterAll(() => shop.close());

async function errors(content: string) {
  const { id } = await dryRun(shop, admin, content, XML);
  await shop.call('POST', `/imports/${id}/cancel`, { token: admin.token });
  return (await errorsOfImport(shop, admin, id)).map(({ column, message, value }) => [
    column,
    message,
    value,
  ]);
}
const fitments = async () =>
  (await shop.call('GET', `/parts/${(await keptPart(shop, disc.sku)).id}/fitments`)).body as object[];

describe('ACES', () => {
  it('3.2 with prefixes, comments, attributes in any order, qualifiers with parameters and assets is read', async () => {
    const { first } = model;
    const report = await bring(
      shop,
      admin,
      `<?xml version='1.0' standalone="yes"?>
<!-- Catalog <ACES> of a supplier, 1 > 0 -->
<a:ACES xmlns:a="http://www.aftermarket.org" version="3.2">
  <a:Header><a:Company>Kolbmann</a:Company><a:SenderName>K</a:SenderName><a:TransferDate>2026-01-01</a:TransferDate>
    <a:BrandAAIAID>KLBM</a:BrandAAIAID><a:DocumentTitle>Discs</a:DocumentTitle><a:SubmissionType>Full</a:SubmissionType>
    <a:VcdbVersionDate>2025-12-01</a:VcdbVersionDate></a:Header>
  <a:App id="7" ref="x" action="A" validate="yes">
    <a:Years to="${first + 1}" from="${first}"/><a:Make id="31"/><a:Model id="2021"/>
    <!-- with a comment --><a:Qual id="5"><a:param uom="mm" value="320"/><a:text>with 320 mm brakes</a:text></a:Qual>
    <a:Note id="1" lang="en">Heavy duty &amp; towing</a:Note><a:Note><![CDATA[from <VIN> 5]]></a:Note>
    <a:Qty>2</a:Qty><a:PartType id="1896"/><a:MfrLabel>Disc</a:MfrLabel><a:Position id="22"/><a:Part>${disc.part_number}</a:Part>
    <a:DisplayOrder>1</a:DisplayOrder><a:AssetName>img-1</a:AssetName><a:AssetItemOrder>1</a:AssetItemOrder>
  </a:App>
  <a:Asset action="A" id="8"><a:BaseVehicle id="21447"/><a:AssetName>img-1</a:AssetName></a:Asset>
  <a:DigitalAsset><a:DigitalFileInformation action="A" AssetName="img-1"><a:FileName>1.jpg</a:FileName></a:DigitalFileInformation></a:DigitalAsset>
  <a:Footer><a:RecordCount>1</a:RecordCount></a:Footer>
</a:ACES>`,
      XML,
    );
    expect(report).toMatchObject({
      state: 'applied',
      rows: 1,
      inserted: 2,
      notes: ['2 assets (pictures of vehicles and the like) were passed over'],
    });
    expect(await fitments()).toEqual([
      expect.objectContaining({
        yearFrom: first,
        yearTo: first + 1,
        position: 'front axle',
        quantityPerVehicle: 2,
        qualifiers: 'with 320 mm brakes; Heavy duty & towing; from <VIN> 5',
      }),
    ]);
  });

  const app = (inside = '<BaseVehicle id="21447"/>', attributes = 'action="A" id="1"') =>
    `<App ${attributes}>${inside}<Qty>1</Qty><PartType id="1896"/><Part BrandAAIAID="KLBM">${disc.part_number}</Part></App>`;
  const aces = (apps: string, count: number | string, submission = 'FULL') =>
    `<ACES version="4.2"><Header><SubmissionType>${submission}</SubmissionType></Header>${apps}<Footer><RecordCount>${count}</RecordCount></Footer></ACES>`;

  it('that has fewer applications than its end says is not whole, and not applied', async () => {
    expect(await errors(aces(app(), 2))).toEqual([
      ['RecordCount', 'The end of the file tells of 2 applications, but it has 1: is it whole?', '2'],
    ]);
    expect(
      await errors(aces(`${app()}<Asset action="A" id="2"><AssetName>x</AssetName></Asset>`, 2)),
    ).toEqual([]);
    expect(await errors(aces(app(), ''))).toEqual([]);
  });

  it.each<[string, () => string, readonly unknown[] | (() => readonly unknown[])]>([
    [
      'to delete',
      () => app(undefined, 'id="1" action="D"'),
      ['action', 'Only applications to add are taken', 'D'],
    ],
    [
      'marked as not valid',
      () => app(undefined, 'action="A" id="1" validate="no"'),
      ['validate', 'The sender has marked this application as not valid', ''],
    ],
    [
      'of a certain body',
      () => app('<BaseVehicle id="21447"/><BodyType id="5"/>'),
      ['BodyType', expect.stringContaining('The shop knows vehicles by'), '5'],
    ],
    [
      'of a certain submodel',
      () => app('<BaseVehicle id="21447"/><SubModel id="20"/>'),
      ['SubModel', expect.stringContaining('The shop knows vehicles by'), '20'],
    ],
    [
      'of years that come to an end before they begin',
      () => app(`<Years from="${model.first + 2}" to="${model.first}"/><Make id="31"/><Model id="2021"/>`),
      () => ['year_from', 'The first year is after the last', String(model.first + 2)],
    ],
    [
      'of a part without a brand',
      () => app().replace(' BrandAAIAID="KLBM"', ''),
      ['BrandAAIAID', 'Neither the application nor the header names its brand', ''],
    ],
    ['of no vehicle', () => app(''), ['Model', 'There is no model of this id among your codes', '']],
  ])('with an application %s tells it', async (_, made, error) => {
    expect(await errors(aces(made(), 1))).toContainEqual(typeof error === 'function' ? error() : error);
  });

  it('of changes alone is not taken', async () => {
    expect(await errors(aces(app(), 1, 'UPDATE'))).toEqual([
      [
        'SubmissionType',
        'Only full files are taken: the fitments of each part become those of the file',
        'UPDATE',
      ],
    ]);
  });
});

describe('PIES', () => {
  it('6.5 with price sheets, packages, kits and interchange in elements is read', async () => {
    const report = await bring(
      shop,
      admin,
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<PIES xmlns="http://www.aftermarket.org">
  <Header><PIESVersion>6.5</PIESVersion><SubmissionType>FULL</SubmissionType><BrandOwnerAAIAID>KLBM</BrandOwnerAAIAID></Header>
  <PriceSheets><PriceSheet MaintenanceType="A"><PriceSheetNumber>WD</PriceSheetNumber><CurrencyCode>USD</CurrencyCode></PriceSheet></PriceSheets>
  <Items><Item MaintenanceType="C">
    <HazardousMaterialCode>N</HazardousMaterialCode><ItemLevelGTIN GTINQualifier="UP">04006381333931</ItemLevelGTIN>
    <PartNumber>PZ 65</PartNumber><PartTerminologyID>1896</PartTerminologyID><MinimumOrderQuantity UOM="EA">4</MinimumOrderQuantity>
    <Descriptions><Description DescriptionCode="MKT" LanguageCode="EN">Coated disc for the front axle</Description></Descriptions>
    <Prices>
      <Pricing PriceType="COR"><CurrencyCode>USD</CurrencyCode><Price UOM="PE">5.00</Price></Pricing>
      <Pricing PriceType="WD1"><CurrencyCode>USD</CurrencyCode><Price UOM="PE">10</Price></Pricing>
    </Prices>
    <Packages><Package MaintenanceType="A"><PackageUOM>EA</PackageUOM><QuantityofEaches>2</QuantityofEaches>
      <HazardousMaterial><Description>Hazmat</Description></HazardousMaterial></Package></Packages>
    <PartInterchangeInfo><PartInterchange MaintenanceType="A"><TypeCode>O</TypeCode><BrandAAIAID>BBTB</BrandAAIAID>
      <BrandLabel>Great Lakes</BrandLabel><PartNumber>GL26409</PartNumber></PartInterchange></PartInterchangeInfo>
    <DigitalAssets><DigitalFileInformation><URI>www.supplier.example</URI></DigitalFileInformation>
      <DigitalFileInformation><URI>https://pictures.example/pz-65.jpg</URI></DigitalFileInformation></DigitalAssets>
    <Kits><Kit><ComponentPartNumber>X</ComponentPartNumber><Description DescriptionCode="SHO">Kit</Description></Kit></Kits>
  </Item></Items>
  <Trailer><ItemCount>1</ItemCount><TransactionDate>2026-01-01</TransactionDate></Trailer>
</PIES>`,
      XML,
    );
    expect(report).toMatchObject({ state: 'applied', rows: 1, inserted: 1, notes: [] });
    const found = await shop.call('GET', '/catalogue/kolbmann/pz-65');
    expect(found.body).toMatchObject({
      name: 'Coated disc for the front axle',
      price: 10,
      gtin: '4006381333931',
      minOrder: 4,
      numbers: [{ kind: 'oe', maker: 'Great Lakes', number: 'GL26409' }],
    });
  });

  const item = (inside: string, version = '7.2') =>
    `<PIES xmlns="http://www.autocare.org"><Header><PIESVersion>${version}</PIESVersion><SubmissionType>UPDATE</SubmissionType></Header><Items><Item MaintenanceType="A"><PartNumber>PY 1</PartNumber><BrandAAIAID>KLBM</BrandAAIAID><Descriptions><Description DescriptionCode="SHO">Disc</Description></Descriptions>${inside}</Item></Items><Trailer><ItemCount>1</ItemCount></Trailer></PIES>`;
  const price =
    '<Prices><Pricing PriceType="LST"><CurrencyCode>USD</CurrencyCode><Price>9.9900</Price></Pricing></Prices>';

  it.each(['6.7', '7.0', '7.1', '7.2'])('%s is read', async (version) => {
    expect(await errors(item(price, version))).toEqual([]);
  });

  it.each<[string, string, readonly unknown[]]>([
    [
      'a core alone',
      price.replace('LST', 'COR'),
      ['PriceType', 'None of its prices is one of LST, RET, JBR, WD1, DLR', 'COR'],
    ],
    ['another currency', price.replace('USD', 'CAD'), ['CurrencyCode', 'Prices are in USD', 'CAD']],
    ['no price', '', ['price', 'A price is needed', '']],
    [
      'a broken GTIN',
      `${price}<ItemLevelGTIN>11234567890123</ItemLevelGTIN>`,
      ['gtin', 'The check digit of this GTIN is wrong', '11234567890123'],
    ],
  ])('with %s tells it', async (_, inside, error) => {
    expect(await errors(item(inside))).toContainEqual(error);
  });

  it('never writes over a part that has the SKU which a new one would get', async () => {
    const file = item(price).replace('PY 1', 'PN 123');
    await bring(shop, admin, file, XML);
    const { id } = await keptPart(shop, 'KOLBMANN-PN123');
    await shop.call('PUT', `/parts/${id}`, { token: admin.token, body: { partNumber: 'PN 123A' } });
    expect(await errors(file)).toEqual([
      ['PartNumber', expect.stringMatching(/KOLBMANN-PN123\b.*PN 123A/), 'PN 123'],
    ]);
    expect(await keptPart(shop, 'KOLBMANN-PN123')).toMatchObject({ id, number: 'PN 123A' });
    // Under its new number it is known by that SKU as before.
    expect(await errors(file.replace('PN 123', 'PN-123a'))).toEqual([]);
  });

  it('that has fewer items than its end says is not whole', async () => {
    expect(await errors(item(price).replace('<ItemCount>1', '<ItemCount>3'))).toEqual([
      ['ItemCount', 'The end of the file tells of 3 items, but it has 1: is it whole?', '3'],
    ]);
  });

  it('with an item to delete tells it', async () => {
    expect(await errors(item(price).replace('MaintenanceType="A"', 'MaintenanceType="D"'))).toEqual([
      ['MaintenanceType', 'Items to delete are not taken: take the part out of the shop', 'D'],
    ]);
  });
});
