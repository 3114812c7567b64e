/** PIES 6 and 7: parts with their descriptions, prices, attributes and interchange. Each item is a row of a parts file. */
import { sql } from 'kysely';
import { brandSlugOf, normaliseNumber } from '#domain/catalogue/part-number.ts';
import type { Querier } from '#server/platform/db/database.ts';
import { type CodeBook, codeBook } from './code-book.ts';
import { type BadRow, type CheckedRow, checkGiven, type RowError, shownValue } from './csv-file.ts';
import { joinList, joinNumbers, type MadeNumber, splitNumbers } from './listed-entries.ts';
import { PartFileRow } from './part-row.ts';
import type { Remark } from './text-bytes.ts';
import {
  childOf,
  childrenOf,
  countError,
  textOf,
  UnreadableXml,
  type XmlElement,
  xmlRecords,
} from './xml-records.ts';

type Read = CheckedRow<PartFileRow> | BadRow;
const RECORDS = new Set(['Header', 'Item', 'Trailer']);
/** Names of the shop's own values among a part's attributes: what PIES has no element for. */
export const OWN_ATTRIBUTE = 'mainshaft:';
/** What such a name goes on with where it is one of the part's attributes, whose key another name would not keep. */
export const KEY_AS_IT_IS = 'attribute:';
/** Descriptions by how well they name a part, and how fully they tell of it. */
const NAMES = ['SHO', 'DES', 'LAB', 'DEF', 'EXT', 'MKT'];
const TEXTS = ['EXT', 'MKT', 'DES', 'LAB', 'SHO'];
/** Prices that a dealer's list is made of, the best first. */
const PRICE_TYPES = ['LST', 'RET', 'JBR', 'WD1', 'DLR'];

/** The items of a PIES file as rows of parts. Our own numbers are those of the parts that are there; new ones are made. */
export async function* readPies(
  db: Querier,
  file: AsyncIterable<Uint8Array>,
  listCurrency: string,
  remark: Remark,
): AsyncGenerator<Read> {
  const codes = codeBook(db);
  let unmapped = 0;
  let items = 0;
  let headerBrand = '';
  try {
    for await (const record of xmlRecords(file, RECORDS)) {
      if (record.name === 'Header') {
        const submission = textOf(record, 'SubmissionType').toUpperCase();
        if (submission !== '' && submission !== 'FULL' && submission !== 'UPDATE') {
          const message = 'Only files of the types FULL and UPDATE are taken';
          const error = { line: record.line, column: 'SubmissionType', message, value: submission };
          yield { errors: [error], unsure: 'rest' };
          return;
        }
        headerBrand = textOf(record, 'BrandOwnerAAIAID');
        continue;
      }
      if (record.name === 'Trailer') {
        const error = countError(record, 'ItemCount', items, 'items');
        if (error !== undefined) yield { errors: [error], unsure: 'rest' };
        continue;
      }
      items += 1;
      const { read, unmappedAttributes } = await rowOf(db, record, { listCurrency, codes, headerBrand });
      unmapped += unmappedAttributes;
      yield read;
    }
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    yield { errors: [{ line: error.line, column: '', message: error.message }], unsure: 'rest' };
    return;
  }
  if (unmapped > 0)
    remark(`${unmapped} attributes have ids that are not among your codes, and were passed over`);
}

type Known = { readonly listCurrency: string; readonly codes: CodeBook; readonly headerBrand: string };

async function rowOf(db: Querier, item: XmlElement, { listCurrency, codes, headerBrand }: Known) {
  const errors: RowError[] = [];
  const complain = (column: string, message: string, value = '') =>
    errors.push({ line: item.line, column, message, ...(value !== '' && { value: shownValue(value) }) });
  if ((item.attributes.MaintenanceType ?? 'A').toUpperCase() === 'D')
    complain('MaintenanceType', 'Items to delete are not taken: take the part out of the shop', 'D');
  const brandId = textOf(item, 'BrandAAIAID') || headerBrand;
  const brand = (await codes.meaningOf('brand', brandId))?.value ?? textOf(item, 'BrandLabel');
  if (brand === '' && brandId === '')
    complain('BrandAAIAID', 'Neither the item nor the header names its brand');
  else if (brand === '') complain('BrandAAIAID', 'There is no brand of this id among your codes', brandId);
  const typeId = textOf(item, 'PartTerminologyID');
  const partType = typeId === '' ? undefined : await codes.meaningOf('part_type', typeId);
  if (typeId !== '' && partType === undefined)
    complain('PartTerminologyID', 'There is no part type of this id among your codes', typeId);
  const partNumber = textOf(item, 'PartNumber');
  const { own, attributes, unmappedAttributes } = await attributesOf(item, codes);
  const descriptions = childrenOf(childOf(item, 'Descriptions'), 'Description').filter(
    ({ attributes: { LanguageCode = 'EN' } }) => LanguageCode.toUpperCase().startsWith('EN'),
  );
  const described = (order: readonly string[]) =>
    order
      .map((code) => descriptions.find((one) => one.attributes.DescriptionCode === code)?.text ?? '')
      .find((text) => text !== '') ?? '';
  const given: Record<string, string> = {
    sku: own.sku ?? (await skuOf(db, brand, partNumber, complain)),
    brand,
    part_number: partNumber,
    name: described(NAMES).slice(0, 120),
    description: described(TEXTS),
    price: priceOf(item, listCurrency, complain),
    part_type: partType?.value ?? own.part_type ?? '',
    min_order: plainNumber(textOf(item, 'MinimumOrderQuantity')),
    order_multiple: plainNumber(standardPack(item)),
    gtin: gtinOf(item, own),
    attributes,
    ...numbersOf(item, own),
    image: pictureOf(item) || (own.image ?? ''),
    grade: own.grade ?? '',
    rank: own.rank ?? '',
    lifecycle: own.lifecycle ?? '',
  };
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const read: Read =
    errors.length > 0 ? { errors, given: filled } : checkGiven(PartFileRow, filled, item.line);
  return { read, unmappedAttributes };
}

/** Our own number of the part that has this one; else one that is made of both, the same every time. */
async function skuOf(db: Querier, brand: string, partNumber: string, complain: Complain): Promise<string> {
  const norm = normaliseNumber(partNumber);
  const slug = brandSlugOf(brand);
  if (norm === '' || slug === '') return '';
  const made = `${slug.toUpperCase()}-${norm}`.slice(0, 60);
  const { rows } = await sql<{ known: string | null; taken_by: string | null }>`
    SELECT (SELECT part.sku FROM brand JOIN part ON part.brand_id = brand.id
            WHERE brand.slug = ${slug}::text AND part.part_number_norm = ${norm}::text AND part.archived_at IS NULL) AS known,
           (SELECT part_number FROM part WHERE sku = ${made}::text AND archived_at IS NULL) AS taken_by`.execute(
    db,
  );
  const { known, taken_by: takenBy } = rows[0] ?? { known: null, taken_by: null };
  if (known !== null) return known;
  if (takenBy !== null)
    complain(
      'PartNumber',
      `It would get the SKU ${made}, but that is your part with the number ${takenBy}. Bring it as CSV first, with a SKU of its own`,
      partNumber,
    );
  return made;
}

type Complain = (column: string, message: string, value?: string) => void;
/** What the shop has told itself: by the names behind {@link OWN_ATTRIBUTE}. */
type Own = Readonly<Record<string, string>>;

async function attributesOf(item: XmlElement, codes: CodeBook) {
  const own: Record<string, string> = {};
  const kept: string[] = [];
  let unmappedAttributes = 0;
  for (const { attributes, text } of childrenOf(childOf(item, 'ProductAttributes'), 'ProductAttribute')) {
    const id = attributes.AttributeID ?? '';
    if (text === '') continue;
    if (id.startsWith(OWN_ATTRIBUTE + KEY_AS_IT_IS)) {
      kept.push(`${id.slice(OWN_ATTRIBUTE.length + KEY_AS_IT_IS.length)}=${text}`);
    } else if (id.startsWith(OWN_ATTRIBUTE)) {
      own[id.slice(OWN_ATTRIBUTE.length)] = text;
    } else if (attributes.PADBAttribute?.toUpperCase() === 'Y') {
      const meaning = await codes.meaningOf('attribute', id);
      if (meaning === undefined) unmappedAttributes += 1;
      else kept.push(`${meaning.value}=${text}`);
    } else {
      kept.push(`${plainKey(id)}=${text}`);
    }
  }
  return { own, attributes: joinList(kept), unmappedAttributes };
}

/** The key of an attribute that senders name as they like. */
export const plainKey = (id: string): string =>
  id
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '_');

function priceOf(item: XmlElement, listCurrency: string, complain: Complain): string {
  const all = childrenOf(childOf(item, 'Prices'), 'Pricing');
  const prices = all.filter(
    (one) => (textOf(one, 'CurrencyCode') || listCurrency).toUpperCase() === listCurrency,
  );
  if (all.length > 0 && prices.length === 0)
    complain('CurrencyCode', `Prices are in ${listCurrency}`, textOf(all[0], 'CurrencyCode'));
  const best = PRICE_TYPES.map((type) => prices.find((one) => one.attributes.PriceType === type)).find(
    (one) => one !== undefined,
  );
  // A price of another kind, of a core to bring back, say, is not the part's.
  if (prices.length > 0 && best === undefined) {
    const types = prices.map((one) => one.attributes.PriceType ?? '').join(', ');
    complain('PriceType', `None of its prices is one of ${PRICE_TYPES.join(', ')}`, types);
  }
  const text = textOf(best, 'Price');
  // Prices of the trade have up to four places; more than two that count are an error of the row.
  return text.replace(/(\.\d{2})0+$/, '$1');
}

const plainNumber = (text: string): string => text.replace(/\.0+$/, '');

const standardPack = (item: XmlElement): string =>
  childrenOf(childOf(item, 'Packages'), 'Package')
    .filter((one) => textOf(one, 'PackageUOM') === 'EA')
    .map((one) => textOf(one, 'QuantityofEaches'))
    .find((text) => text !== '') ?? '';

/** The trade pads every GTIN to 14 digits; what it was before is a guess, unless the shop has told. */
function gtinOf(item: XmlElement, own: Own): string {
  const gtin = textOf(item, 'ItemLevelGTIN');
  return own.gtin !== undefined && paddedGtin(own.gtin) === gtin ? own.gtin : shortGtin(gtin);
}

/** A GTIN as the trade has it. */
export const paddedGtin = (gtin: string): string => gtin.padStart(14, '0');

/** What a GTIN of the trade was before, as a rule. */
export const shortGtin = (gtin: string): string =>
  /^0\d{13}$/.test(gtin) ? gtin.replace(/^0(?=\d{13})/, '').replace(/^0(?=\d{12}$)/, '') : gtin;

/** Numbers of others that stand for the same: with their maker where it is told. */
function numbersOf(item: XmlElement, own: Own): Record<string, string> {
  const oe: MadeNumber[] = [];
  const trade = splitNumbers(own.trade_numbers ?? '');
  for (const interchange of childrenOf(childOf(item, 'PartInterchangeInfo'), 'PartInterchange')) {
    // An attribute in PIES 7, an element of its own in PIES 6.
    const maker = (interchange.attributes.BrandLabel ?? textOf(interchange, 'BrandLabel')).trim();
    for (const { text: number } of childrenOf(interchange, 'PartNumber'))
      (maker === '' ? trade : oe).push({ maker, number });
  }
  return {
    oe_numbers: joinNumbers(oe),
    trade_numbers: joinNumbers(trade),
    superseded_numbers: own.superseded_numbers ?? '',
  };
}

const pictureOf = (item: XmlElement): string =>
  childrenOf(childOf(item, 'DigitalAssets'), 'DigitalFileInformation')
    .map((asset) => textOf(asset, 'URI'))
    .find(isPicture) ?? '';

/** Whether a URI is taken for a picture's: many files have the sender's own site here, without the beginning of an address. */
export const isPicture = (uri: string): boolean => /^(https?:)?\//i.test(uri);
