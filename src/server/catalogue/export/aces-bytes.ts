/** Fitments as ACES 4.2, by the ids that the owner's codes give. */
import type { ShopDeps } from '#server/shop-deps.ts';
import { codesByMeaning, meaningKey } from '../import/code-book.ts';
import { ENGINE_ELEMENTS, ENGINE_TABLES, type EngineTable, engineIdsOf } from '../import/engine-codes.ts';
import { type ExportedFitment, exportedFitments } from './export-rows.ts';
import { attribute, element } from './xml-text.ts';

/**
 * All fitments as an ACES file, made while it is sent. What has no id among the codes cannot be said in ACES: it is left
 * out with all of its part, and counted in a comment at the end. With some of them the part would have no others to whoever
 * reads the file, this shop among them.
 */
export async function* acesBytes(deps: Pick<ShopDeps, 'databases' | 'now'>): AsyncGenerator<Uint8Array> {
  const db = deps.databases.read;
  const [brands, makes, models, vehicles, positions, types] = await Promise.all([
    codesByMeaning(db, 'brand'),
    codesByMeaning(db, 'make'),
    codesByMeaning(db, 'model'),
    codesByMeaning(db, 'vehicle'),
    codesByMeaning(db, 'position'),
    codesByMeaning(db, 'part_type'),
  ]);
  const engineCodes = new Map(
    await Promise.all(ENGINE_TABLES.map(async (table) => [table, await codesByMeaning(db, table)] as const)),
  );
  const engineIdOf = (table: EngineTable, value: string) =>
    engineCodes.get(table)?.get(meaningKey({ value }));
  const day = deps.now().toISOString().slice(0, 10);
  yield Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<ACES version="4.2">\n<Header><Company>Mainshaft</Company><SenderName>Mainshaft</SenderName><TransferDate>${day}</TransferDate><DocumentTitle>Fitments</DocumentTitle><EffectiveDate>${day}</EffectiveDate><SubmissionType>FULL</SubmissionType></Header>\n`,
  );
  let count = 0;
  let leftOut = 0;

  /** The vehicles of a row, as elements: one for a model's years where it has an id, else one for each year. */
  function vehiclesOf({
    kind,
    make,
    model,
    year_from: from,
    year_to: to,
  }: ExportedFitment): string[] | undefined {
    const makeId = makes.get(meaningKey({ make }));
    const modelId = models.get(meaningKey({ kind, make, model }));
    if (makeId !== undefined && modelId !== undefined)
      return [
        `<Years from="${from}" to="${to}"/><Make${attribute('id', makeId)}/><Model${attribute('id', modelId)}/>`,
      ];
    const ids: string[] = [];
    for (let year = from; year <= to; year += 1) {
      const id = vehicles.get(meaningKey({ kind, make, model, year }));
      if (id === undefined) return undefined;
      ids.push(`<BaseVehicle${attribute('id', id)}/>`);
    }
    return ids;
  }
  /** What the applications of a row hold; undefined where something has no id. */
  function appsOf(row: ExportedFitment): string[] | undefined {
    const brandId = brands.get(meaningKey({ value: row.brand }));
    const positionId = positions.get(meaningKey({ value: row.position }));
    const typeId = row.part_type === null ? undefined : types.get(meaningKey({ value: row.part_type }));
    const fits = vehiclesOf(row);
    const engine = row.engine === '' ? [] : engineIdsOf(row.engine, engineIdOf);
    if (brandId === undefined || fits === undefined || (row.position !== '' && positionId === undefined))
      return undefined;
    // Without its engine it would be said to fit all of them.
    if (engine === undefined) return undefined;
    const engines = engine
      .map(({ table, id }) => `<${ENGINE_ELEMENTS[table]}${attribute('id', id)}/>`)
      .join('');
    const position = positionId === undefined ? '' : `<Position${attribute('id', positionId)}/>`;
    const type = typeId === undefined ? '' : `<PartType${attribute('id', typeId)}/>`;
    const note = element('Note', row.qualifiers);
    const part = element('Part', row.part_number, attribute('BrandAAIAID', brandId));
    return fits.map(
      (vehicle) =>
        `${vehicle}${engines}${note}<Qty>${row.quantity_per_vehicle}</Qty>${type}${position}${part}`,
    );
  }
  const numbered = (app: string | undefined) => {
    count += 1;
    return `<App action="A" id="${count}">${app}</App>\n`;
  };
  for await (const page of exportedFitments(deps)) {
    let piece = '';
    for (const rows of Map.groupBy(page, (row) => row.part_id).values()) {
      const apps = rows.map(appsOf);
      if (apps.includes(undefined)) leftOut += rows.length;
      else piece += apps.flat().map(numbered).join('');
    }
    if (piece !== '') yield Buffer.from(piece);
  }
  const comment =
    leftOut === 0 ? '' : `<!-- ${leftOut} fitments are left out: their ids are not among the codes -->\n`;
  yield Buffer.from(`${comment}<Footer><RecordCount>${count}</RecordCount></Footer>\n</ACES>\n`);
}
