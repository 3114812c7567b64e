/** What the shop holds, as the rows of files that import to the same again; by keyset, in constant memory. */
import { sql } from 'kysely';
import type * as z from 'zod';
import type { ImportKind } from '#contract/imports.ts';
import { type Currency, formatAmount } from '#domain/money.ts';
import type { CsvRow } from '#server/platform/csv-bytes.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import { fileKindOf } from '../import/kinds.ts';
import { joinList, joinNumbers } from '../import/listed-entries.ts';

type Deps = Pick<ShopDeps, 'databases' | 'exchange'>;
/** A page of an export: `key` is where the next one goes on. */
type Keyed<Key> = { readonly key: Key };
const PAGE_ROWS = 5_000;
const PAGE = sql.lit(PAGE_ROWS);

/** The columns of a kind of file, in the order of its documentation. */
export function exportColumns(kind: ImportKind): readonly string[] {
  const schema: z.ZodObject = fileKindOf(kind).schema;
  return Object.keys(schema.shape);
}

/** Everything of a kind that the shop has, in pages. Archived parts and what belongs to them are left out. */
export function exportRows(deps: Deps, kind: ImportKind): AsyncGenerator<readonly CsvRow[]> {
  switch (kind) {
    case 'parts':
      return partRows(deps);
    case 'numbers':
      return numberRows(deps);
    case 'fitments':
      return fitmentRows(deps);
    case 'prices':
      return priceRows(deps);
    case 'stock':
      return stockRows(deps);
    case 'codes':
      return codeRows(deps);
  }
}

/** Pages of `PAGE_ROWS`, which `read` gives from behind a key, until one is shorter. */
async function* pages<Row extends Keyed<Key>, Key>(
  start: Key,
  read: (after: Key) => Promise<{ readonly rows: Row[] }>,
): AsyncGenerator<Row[]> {
  for (let after = start; ; ) {
    const { rows } = await read(after);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = last.key;
  }
}

/** Pages as they are written: without the key that they go on by. */
async function* withoutKeys<Row extends Keyed<unknown>>(
  of: AsyncGenerator<Row[]>,
): AsyncGenerator<readonly Omit<Row, 'key'>[]> {
  for await (const page of of) yield page.map(({ key: _, ...row }) => row);
}

/** Prices are written without grouping, and with the two places that files have, as long as a third says nothing. */
export const filePrice = (minor: number, currency: Currency): string =>
  formatAmount(minor, currency)
    .replaceAll(',', '')
    .replace(/(\.\d{2})0$/, '$1');

/** A part with all that a parts file says of it. */
export type ExportedPart = {
  readonly key: number;
  readonly sku: string;
  readonly brand: string;
  readonly part_number: string;
  readonly name: string;
  readonly part_type: string | null;
  readonly grade: string;
  readonly description: string;
  readonly price_minor: number;
  readonly stock: number | null;
  readonly min_order: number;
  readonly order_multiple: number;
  readonly gtin: string | null;
  readonly attributes: Readonly<Record<string, string>>;
  readonly numbers: readonly { readonly kind: string; readonly maker: string; readonly number: string }[];
  readonly image: string;
  readonly rank: number;
  readonly lifecycle: string;
};

/** Parts in the order of their ids, in pages. */
export const exportedParts = ({ databases }: Pick<Deps, 'databases'>) =>
  pages<ExportedPart, number>(0, (after) =>
    sql<ExportedPart>`
      SELECT part.id AS key, part.sku, brand.name AS brand, part.part_number, part.name, part_type.code AS part_type, part.grade,
             part.description, part.price_minor, level.on_hand_units AS stock, part.min_order, part.order_multiple, part.gtin,
             part.attributes, part.image_url AS image, part.rank, part.lifecycle,
             coalesce((SELECT json_agg(json_build_object('kind', kind, 'maker', maker, 'number', number) ORDER BY kind, maker, number)
                       FROM part_number_alias AS alias WHERE alias.part_id = part.id), '[]') AS numbers
      FROM part
      JOIN brand ON brand.id = part.brand_id
      LEFT JOIN part_type ON part_type.id = part.part_type_id
      LEFT JOIN stock_level AS level ON level.part_id = part.id
      WHERE part.id > ${after}::bigint AND part.archived_at IS NULL
      ORDER BY part.id LIMIT ${PAGE}`.execute(databases.read),
  );

async function* partRows(deps: Deps): AsyncGenerator<readonly CsvRow[]> {
  for await (const page of exportedParts(deps))
    yield page.map((part) => partFileRow(part, deps.exchange.list));
}

/** A part as its row of a parts file. */
export function partFileRow(part: ExportedPart, currency: Currency): CsvRow {
  const { key: _, price_minor, attributes, numbers, ...plain } = part;
  const listed = (kind: string) => joinNumbers(numbers.filter((number) => number.kind === kind));
  return {
    ...plain,
    price: filePrice(price_minor, currency),
    attributes: joinList(Object.entries(attributes).map(([key, value]) => `${key}=${value}`)),
    oe_numbers: listed('oe'),
    trade_numbers: listed('trade'),
    superseded_numbers: listed('superseded'),
  };
}

type NamedPart = { readonly sku: string; readonly brand: string; readonly part_number: string };

type NumberKey = readonly [number, string, string, string];
type NumberRow = Keyed<NumberKey> & NamedPart & Readonly<Record<'kind' | 'maker' | 'number', string>>;

const numberRows = ({ databases }: Deps) =>
  withoutKeys(
    pages<NumberRow, NumberKey>([0, '', '', ''], ([id, kind, maker, number]) =>
      sql<NumberRow>`
        SELECT json_build_array(alias.part_id, alias.kind, alias.maker, alias.number) AS key,
               part.sku, brand.name AS brand, part.part_number, alias.kind, alias.maker, alias.number
        FROM part_number_alias AS alias
        JOIN part ON part.id = alias.part_id AND part.archived_at IS NULL
        JOIN brand ON brand.id = part.brand_id
        WHERE (alias.part_id, alias.kind, alias.maker, alias.number) > (${id}::bigint, ${kind}::text, ${maker}::text, ${number}::text)
          AND alias.kind <> 'customer'
        ORDER BY alias.part_id, alias.kind, alias.maker, alias.number LIMIT ${PAGE}`.execute(databases.read),
    ),
  );

/** Years of one model under the same conditions, as one row. */
export type ExportedFitment = NamedPart & {
  readonly part_id: number;
  readonly kind: string;
  readonly make: string;
  readonly model: string;
  readonly year_from: number;
  readonly year_to: number;
  readonly position: string;
  readonly quantity_per_vehicle: number;
  readonly engine: string;
  readonly qualifiers: string;
  readonly part_type: string | null;
};

/** Fitments of a few hundred parts at a time, all of one part together. */
export async function* exportedFitments({
  databases,
}: Pick<Deps, 'databases'>): AsyncGenerator<ExportedFitment[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ last: number | null }>`
      SELECT max(id) AS last FROM (SELECT id FROM part WHERE id > ${after}::bigint ORDER BY id LIMIT 500) AS page`.execute(
      databases.read,
    );
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    // Years that follow each other are an island: the year less its place among them is the same.
    const page = await sql<ExportedFitment>`
      WITH spread AS (
        SELECT fitment.part_id, vehicle.kind, vehicle.make, vehicle.model, vehicle.year, fitment.position, fitment.engine,
               fitment.qualifiers, fitment.quantity_per_vehicle,
               vehicle.year - row_number() OVER (
                 PARTITION BY fitment.part_id, vehicle.kind, vehicle.make, vehicle.model, fitment.position, fitment.engine,
                              fitment.qualifiers, fitment.quantity_per_vehicle ORDER BY vehicle.year) AS island
        FROM fitment JOIN vehicle ON vehicle.id = fitment.vehicle_id
        WHERE fitment.part_id > ${after}::bigint AND fitment.part_id <= ${last}::bigint
      )
      SELECT spread.part_id, part.sku, brand.name AS brand, part.part_number, spread.kind, spread.make, spread.model,
             min(year)::int AS year_from, max(year)::int AS year_to, spread.position, spread.quantity_per_vehicle,
             spread.engine, spread.qualifiers, part_type.code AS part_type
      FROM spread
      JOIN part ON part.id = spread.part_id AND part.archived_at IS NULL
      JOIN brand ON brand.id = part.brand_id
      LEFT JOIN part_type ON part_type.id = part.part_type_id
      GROUP BY spread.part_id, part.sku, brand.name, part.part_number, spread.kind, spread.make, spread.model, spread.position,
               spread.quantity_per_vehicle, spread.engine, spread.qualifiers, spread.island, part_type.code
      ORDER BY spread.part_id, spread.kind, spread.make, spread.model, year_from, spread.position, spread.engine,
               spread.qualifiers`.execute(databases.read);
    yield page.rows;
    after = last;
  }
}

async function* fitmentRows(deps: Deps): AsyncGenerator<readonly CsvRow[]> {
  for await (const page of exportedFitments(deps)) yield page;
}

async function* priceRows(deps: Deps): AsyncGenerator<readonly CsvRow[]> {
  type Row = Keyed<number> & NamedPart & { readonly price_minor: number };
  const priced = pages<Row, number>(0, (after) =>
    sql<Row>`
      SELECT part.id AS key, part.sku, brand.name AS brand, part.part_number, part.price_minor
      FROM part JOIN brand ON brand.id = part.brand_id
      WHERE part.id > ${after}::bigint AND part.archived_at IS NULL ORDER BY part.id LIMIT ${PAGE}`.execute(
      deps.databases.read,
    ),
  );
  const { list } = deps.exchange;
  for await (const page of priced) {
    yield page.map(({ sku, brand, part_number, price_minor }) => ({
      sku,
      brand,
      part_number,
      price: filePrice(price_minor, list),
      currency: list.code,
    }));
  }
}

const stockRows = ({ databases }: Deps) => {
  type Row = Keyed<number> & NamedPart & { readonly stock: number };
  return withoutKeys(
    pages<Row, number>(0, (after) =>
      sql<Row>`
        SELECT part.id AS key, part.sku, brand.name AS brand, part.part_number, level.on_hand_units AS stock
        FROM part JOIN brand ON brand.id = part.brand_id JOIN stock_level AS level ON level.part_id = part.id
        WHERE part.id > ${after}::bigint AND part.archived_at IS NULL ORDER BY part.id LIMIT ${PAGE}`.execute(
        databases.read,
      ),
    ),
  );
};

const codeRows = ({ databases }: Deps) => {
  type Key = readonly [string, string];
  type Row = Keyed<Key> &
    Readonly<Record<'table' | 'id' | 'value' | 'kind' | 'make' | 'model', string>> & {
      readonly year: number | null;
    };
  return withoutKeys(
    pages<Row, Key>(['', ''], ([scheme, code]) =>
      sql<Row>`
        SELECT json_build_array(scheme, code) AS key, scheme AS "table", code AS id, value, vehicle_kind AS kind, make, model, year
        FROM catalogue_code WHERE (scheme, code) > (${scheme}::text, ${code}::text)
        ORDER BY scheme, code LIMIT ${PAGE}`.execute(databases.read),
    ),
  );
};
