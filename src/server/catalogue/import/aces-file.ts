/** ACES 3 and 4: which vehicles parts fit. Each application is a row of a fitments file, once its ids are known. */
import type { Querier } from '#server/platform/db/database.ts';
import { type CodeBook, codeBook } from './code-book.ts';
import { type BadRow, type CheckedRow, checkGiven, type RowError, shownValue } from './csv-file.ts';
import { ENGINE_ELEMENTS, ENGINE_TABLES } from './engine-codes.ts';
import { FitmentFileRow } from './part-row.ts';
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

type Read = CheckedRow<FitmentFileRow> | BadRow;
const RECORDS = new Set(['Header', 'App', 'Asset', 'DigitalAsset', 'Footer']);
/** Elements of an application that are looked at, or that say nothing of which of a model's vehicles it is for. */
const PLAIN = new Set([
  'BaseVehicle',
  'Years',
  'Make',
  'Model',
  'Qual',
  'Note',
  'Qty',
  'PartType',
  'Position',
  'Part',
  'MfrLabel',
  'DisplayOrder',
  'AssetName',
  'AssetItemOrder',
  'AssetItemRef',
  'VehicleType',
  ...Object.values(ENGINE_ELEMENTS),
]);

/** The applications of an ACES file as rows of fitments. */
export async function* readAces(
  db: Querier,
  file: AsyncIterable<Uint8Array>,
  remark: Remark,
): AsyncGenerator<Read> {
  const codes = codeBook(db);
  let headerBrand = '';
  let apps = 0;
  let passedOver = 0;
  try {
    for await (const record of xmlRecords(file, RECORDS)) {
      if (record.name === 'Header') {
        headerBrand = textOf(record, 'BrandAAIAID');
        const submission = textOf(record, 'SubmissionType').toUpperCase();
        if (submission !== '' && submission !== 'FULL') {
          const message = 'Only full files are taken: the fitments of each part become those of the file';
          const error = { line: record.line, column: 'SubmissionType', message, value: submission };
          yield { errors: [error], unsure: 'rest' };
          return;
        }
      } else if (record.name === 'Footer') {
        // Whether assets count as records is read in both ways.
        const error = countError(record, 'RecordCount', [apps, apps + passedOver], 'applications');
        if (error !== undefined) yield { errors: [error], unsure: 'rest' };
      } else if (record.name === 'App') {
        apps += 1;
        yield await rowOf(record, headerBrand, codes);
      } else {
        passedOver += 1;
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    yield { errors: [{ line: error.line, column: '', message: error.message }], unsure: 'rest' };
    return;
  }
  if (passedOver > 0) remark(`${passedOver} assets (pictures of vehicles and the like) were passed over`);
}

async function rowOf(app: XmlElement, headerBrand: string, codes: CodeBook): Promise<Read> {
  const errors: RowError[] = [];
  const complain = (column: string, message: string, value = '') =>
    errors.push({ line: app.line, column, message, ...(value !== '' && { value: shownValue(value) }) });
  if ((app.attributes.action ?? 'A').toUpperCase() !== 'A')
    complain('action', 'Only applications to add are taken', app.attributes.action);
  if ((app.attributes.validate ?? '').toLowerCase() === 'no')
    complain('validate', 'The sender has marked this application as not valid');
  const vehicle = await vehicleOf(app, codes, complain);
  const part = childOf(app, 'Part');
  const brandId = part?.attributes.BrandAAIAID ?? headerBrand;
  const brand = brandId === '' ? undefined : await codes.meaningOf('brand', brandId);
  if (brandId === '') complain('BrandAAIAID', 'Neither the application nor the header names its brand');
  else if (brand === undefined)
    complain('BrandAAIAID', 'There is no brand of this id among your codes', brandId);
  const positionId = childOf(app, 'Position')?.attributes.id ?? '';
  const position = positionId === '' ? undefined : await codes.meaningOf('position', positionId);
  if (positionId !== '' && position === undefined)
    complain('Position', 'There is no position of this id among your codes', positionId);
  const typeId = childOf(app, 'PartType')?.attributes.id ?? '';
  if (typeId !== '' && (await codes.meaningOf('part_type', typeId)) === undefined)
    complain('PartType', 'There is no part type of this id among your codes', typeId);
  for (const { name, attributes } of app.children) {
    // A body that is not looked at would make a part fit vehicles that it does not.
    if (!PLAIN.has(name))
      complain(name, 'The shop knows vehicles by make, model, year and engine alone', attributes.id ?? '');
  }
  const given: Record<string, string> = {
    // One that is not among the codes names a part, too, if none of this shop.
    brand: brand?.value ?? brandId,
    part_number: part?.text ?? '',
    ...vehicle,
    position: position?.value ?? '',
    quantity_per_vehicle: textOf(app, 'Qty'),
    engine: await engineOf(app, codes, complain),
    qualifiers: qualifiersOf(app),
  };
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  if (errors.length > 0) return { errors, given: filled };
  return checkGiven(FitmentFileRow, filled, app.line);
}

type Complain = (column: string, message: string, value?: string) => void;

async function vehicleOf(
  app: XmlElement,
  codes: CodeBook,
  complain: Complain,
): Promise<Record<string, string>> {
  const baseId = childOf(app, 'BaseVehicle')?.attributes.id;
  if (baseId !== undefined) {
    const base = await codes.meaningOf('vehicle', baseId);
    if (base === undefined) {
      complain('BaseVehicle', 'There is no vehicle of this id among your codes', baseId);
      return {};
    }
    const year = String(base.year ?? '');
    return { kind: base.kind, make: base.make, model: base.model, year_from: year, year_to: year };
  }
  const modelId = childOf(app, 'Model')?.attributes.id ?? '';
  const makeId = childOf(app, 'Make')?.attributes.id ?? '';
  const model = modelId === '' ? undefined : await codes.meaningOf('model', modelId);
  if (model === undefined) complain('Model', 'There is no model of this id among your codes', modelId);
  const make = makeId === '' ? undefined : await codes.meaningOf('make', makeId);
  if (makeId !== '' && make === undefined)
    complain('Make', 'There is no make of this id among your codes', makeId);
  if (make !== undefined && model !== undefined && make.make !== model.make)
    complain('Make', `The model of this application is one of ${model.make}`, makeId);
  const years = childOf(app, 'Years');
  return {
    kind: model?.kind ?? '',
    make: model?.make ?? '',
    model: model?.model ?? '',
    year_from: years?.attributes.from ?? '',
    year_to: years?.attributes.to ?? years?.attributes.from ?? '',
  };
}

/** The engine by the meanings of all ids that say something of it; empty where none does. */
async function engineOf(app: XmlElement, codes: CodeBook, complain: Complain): Promise<string> {
  const names: string[] = [];
  for (const table of ENGINE_TABLES) {
    const element = ENGINE_ELEMENTS[table];
    const id = childOf(app, element)?.attributes.id ?? '';
    if (id === '') continue;
    const meaning = await codes.meaningOf(table, id);
    if (meaning === undefined) complain(element, 'There is no engine of this id among your codes', id);
    else names.push(meaning.value);
  }
  return names.join(' ');
}

function qualifiersOf(app: XmlElement): string {
  const quals = childrenOf(app, 'Qual').map((qual) => textOf(qual, 'text'));
  const notes = childrenOf(app, 'Note').map((note) => note.text);
  return [...quals, ...notes].filter((text) => text !== '').join('; ');
}
