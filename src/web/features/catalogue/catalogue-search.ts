/**
 * What the catalogue is narrowed to, as it stands in the address: plain text, several values of one thing with commas
 * between them. So every list can be shared, opened in a tab, and come back to.
 */
import { withinChosenAttributes } from '#domain/catalogue/attribute-choice.ts';
import { GRADES } from '#domain/catalogue/grade.ts';
import { CURSOR_MAX_LENGTH } from '#domain/paging.ts';
import { VEHICLE_KINDS } from '#domain/vehicles/vehicle.ts';
import { searchText, searchWord, stringifySearch } from '#web/addresses/search-params.ts';
import { vehicleSearch } from '#web/addresses/vehicle-search.ts';

/** Of each, several may be chosen. */
export const FACETS = ['type', 'brand', 'grade', 'kind', 'position'] as const;
export type FacetName = (typeof FACETS)[number];

export const SORTS = ['price', '-price', 'name'] as const;

export type CatalogueSearch = { readonly [Name in FacetName]?: string | undefined } & {
  readonly q?: string | undefined;
  /** A category's name: "Braking". */
  readonly category?: string | undefined;
  /** "diameter=320", or a range: "diameter=300..330". */
  readonly attribute?: string | undefined;
  readonly priceFrom?: string | undefined;
  readonly priceTo?: string | undefined;
  readonly inStock?: 'true' | undefined;
  /** By relevance, or in the shop's own order, unless told. */
  readonly sort?: (typeof SORTS)[number] | undefined;
  /** A list unless told. */
  readonly view?: 'grid' | undefined;
  /** A vehicle's id: parts that are listed for it. */
  readonly vehicle?: string | undefined;
  /** Of that vehicle: parts that are for others alone are left out. */
  readonly engine?: string | undefined;
  readonly cursor?: string | undefined;
};

const AMOUNT = /^\d{1,9}(\.\d{1,3})?$/;
const ATTRIBUTE = /^[a-z0-9-]{1,60}=.{1,120}$/;

const among =
  <Word extends string>(words: readonly Word[]) =>
  (value: string): value is Word =>
    (words as readonly string[]).includes(value);

const ofFewAttributes = (text: string | undefined) => text && joined(withinChosenAttributes(valuesOf(text)));

/** Reads it from a query string; what makes no sense is left out. */
export function catalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  const values = (given: unknown, isSound: (value: string) => boolean = () => true) => {
    const text = searchText(given, 1_000);
    // Most addresses name few of them, and each press reads its address several times.
    return text && joined(valuesOf(text).filter(isSound).slice(0, 50));
  };
  const amount = (text: unknown) => {
    const given = searchText(text, 20);
    return given !== undefined && AMOUNT.test(given) ? given : undefined;
  };
  return {
    q: searchText(search.q, 200),
    category: searchText(search.category, 200),
    type: values(search.type, (code) => code.length <= 100),
    brand: values(search.brand, (slug) => slug.length <= 100),
    grade: values(search.grade, among(GRADES)),
    kind: values(search.kind, among(VEHICLE_KINDS)),
    position: values(search.position, (position) => position.length <= 100),
    attribute: ofFewAttributes(values(search.attribute, (attribute) => ATTRIBUTE.test(attribute))),
    priceFrom: amount(search.priceFrom),
    priceTo: amount(search.priceTo),
    inStock: searchWord(search.inStock, ['true']),
    sort: searchWord(search.sort, SORTS),
    view: searchWord(search.view, ['grid']),
    ...vehicleSearch(search),
    cursor: searchText(search.cursor, CURSOR_MAX_LENGTH),
  };
}

/** The values that stand in one text of the address. */
export function valuesOf(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((value) => {
    try {
      return value.trim() === '' ? [] : [decodeURIComponent(value.trim())];
    } catch {
      return [];
    }
  });
}

/** The other way; a comma or percent sign inside of a value is written as in addresses. */
export function joined(values: readonly string[]): string | undefined {
  const text = values.map((value) => value.replace(/[%,]/g, encodeURIComponent)).join(',');
  return text === '' ? undefined : text;
}

/** The list with this value chosen as well, or no more; from its first page. */
export function toggled(
  search: CatalogueSearch,
  name: FacetName | 'attribute',
  value: string,
): CatalogueSearch {
  const chosen = valuesOf(search[name]);
  const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
  return { ...search, cursor: undefined, [name]: joined(next) };
}

/** Where a list is. */
export const listPath = (search: CatalogueSearch): string => `/catalogue${stringifySearch(search)}`;

/** Whether it is the catalogue as a whole, from whichever page and in whatever order. */
export function isWhole(search: CatalogueSearch): boolean {
  const { cursor: _, sort: __, view: ___, ...narrowing } = search;
  return Object.values(narrowing).every((value) => value === undefined);
}

/** The same as the API's parameters. Cards tell of each part what it is; lines have no room for it. */
export function partsParameters({ view, ...search }: CatalogueSearch) {
  const many = (text: string | undefined) => (text === undefined ? undefined : valuesOf(text));
  return {
    ...search,
    type: many(search.type),
    brand: many(search.brand),
    grade: many(search.grade)?.filter(among(GRADES)),
    kind: many(search.kind)?.filter(among(VEHICLE_KINDS)),
    position: many(search.position),
    attribute: many(search.attribute),
    ...(view === 'grid' && { describe: 'true' as const }),
  };
}
