/** Parts as PIES 7.2, with the ids that the owner's codes give. */
import type { ShopDeps } from '#server/shop-deps.ts';
import { codesByMeaning, meaningKey } from '../import/code-book.ts';
import { joinNumbers } from '../import/listed-entries.ts';
import {
  isPicture,
  KEY_AS_IT_IS,
  OWN_ATTRIBUTE,
  paddedGtin,
  plainKey,
  shortGtin,
} from '../import/pies-file.ts';
import { type ExportedPart, exportedParts, filePrice } from './export-rows.ts';
import { attribute, element } from './xml-text.ts';

type Codes = ReadonlyMap<string, string>;

/**
 * All parts as a PIES file, made while it is sent. What PIES has no element for (our own number, grade, rank, lifecycle,
 * numbers that are no interchange), or what its own element would not give back, stands among the attributes that are none
 * of its tables, so that the file imports to the same again. Stock is no part of PIES.
 */
export async function* piesBytes(
  deps: Pick<ShopDeps, 'databases' | 'exchange' | 'now'>,
): AsyncGenerator<Uint8Array> {
  const db = deps.databases.read;
  const [brands, types, attributes] = await Promise.all([
    codesByMeaning(db, 'brand'),
    codesByMeaning(db, 'part_type'),
    // To the letter, since keys are: that of an id is what it comes back as.
    codesByMeaning(db, 'attribute', ({ value }) => value),
  ]);
  const day = deps.now().toISOString().slice(0, 10);
  yield Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<PIES xmlns="http://www.autocare.org">\n<Header><PIESVersion>7.2</PIESVersion><SubmissionType>FULL</SubmissionType><BlanketEffectiveDate>${day}</BlanketEffectiveDate></Header>\n<Items>\n`,
  );
  let count = 0;
  for await (const page of exportedParts(deps)) {
    count += page.length;
    const items = page.map((part) => itemOf(part, deps, { brands, types, attributes }));
    if (items.length > 0) yield Buffer.from(items.join(''));
  }
  yield Buffer.from(
    `</Items>\n<Trailer><ItemCount>${count}</ItemCount><TransactionDate>${day}</TransactionDate></Trailer>\n</PIES>\n`,
  );
}

function itemOf(
  part: ExportedPart,
  { exchange }: Pick<ShopDeps, 'exchange'>,
  codes: { readonly brands: Codes; readonly types: Codes; readonly attributes: Codes },
): string {
  const listed = (kind: string) => part.numbers.filter((number) => number.kind === kind);
  const own = (name: string, value: string) => ownAttribute(`${OWN_ATTRIBUTE}${name}`, value);
  const gtin = part.gtin === null ? '' : paddedGtin(part.gtin);
  const interchange = listed('oe').map(
    ({ maker, number }) =>
      `<PartInterchange MaintenanceType="A"${attribute('BrandLabel', maker)}>${element('PartNumber', number)}</PartInterchange>`,
  );
  return [
    '<Item MaintenanceType="A">',
    element('ItemLevelGTIN', gtin, ' GTINQualifier="UP"'),
    element('PartNumber', part.part_number),
    element('BrandAAIAID', codes.brands.get(meaningKey({ value: part.brand })) ?? ''),
    element('BrandLabel', part.brand),
    `<MinimumOrderQuantity UOM="EA">${part.min_order}</MinimumOrderQuantity>`,
    element('PartTerminologyID', codes.types.get(meaningKey({ value: part.part_type ?? '' })) ?? ''),
    '<Descriptions>',
    element('Description', part.name, ' MaintenanceType="A" DescriptionCode="SHO" LanguageCode="EN"'),
    element('Description', part.description, ' MaintenanceType="A" DescriptionCode="EXT" LanguageCode="EN"'),
    '</Descriptions>',
    '<Prices><Pricing MaintenanceType="A" PriceType="LST">',
    element('CurrencyCode', exchange.list.code),
    element('Price', filePrice(part.price_minor, exchange.list), ' UOM="PE"'),
    '</Pricing></Prices>',
    '<ProductAttributes>',
    own('sku', part.sku),
    own('grade', part.grade),
    own('lifecycle', part.lifecycle),
    own('rank', String(part.rank)),
    own('trade_numbers', joinNumbers(listed('trade'))),
    own('superseded_numbers', joinNumbers(listed('superseded'))),
    shortGtin(gtin) === (part.gtin ?? '') ? '' : own('gtin', part.gtin ?? ''),
    isPicture(part.image) ? '' : own('image', part.image),
    // A type without an id among the codes is told by its own code.
    codes.types.has(meaningKey({ value: part.part_type ?? '' }))
      ? ''
      : own('part_type', part.part_type ?? ''),
    ...Object.entries(part.attributes).map(([key, value]) => {
      const id = codes.attributes.get(key);
      if (id !== undefined) {
        const of = `${attribute('AttributeID', id)} PADBAttribute="Y" MaintenanceType="A"`;
        return element('ProductAttribute', value, of);
      }
      return plainKey(key) === key ? ownAttribute(key, value) : own(KEY_AS_IT_IS + key, value);
    }),
    '</ProductAttributes>',
    `<Packages><Package MaintenanceType="A"><PackageUOM>EA</PackageUOM><QuantityofEaches>${part.order_multiple}</QuantityofEaches></Package></Packages>`,
    interchange.length === 0 ? '' : `<PartInterchangeInfo>${interchange.join('')}</PartInterchangeInfo>`,
    part.image === ''
      ? ''
      : `<DigitalAssets><DigitalFileInformation MaintenanceType="A">${element('URI', part.image)}</DigitalFileInformation></DigitalAssets>`,
    '</Item>\n',
  ].join('');
}

const ownAttribute = (id: string, value: string): string =>
  element('ProductAttribute', value, `${attribute('AttributeID', id)} PADBAttribute="N" MaintenanceType="A"`);
