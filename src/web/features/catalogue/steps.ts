/** The way from home down to a page of the catalogue, as it stands at the head of the page and in its structured data. */
import type { FacetsBody } from '#contract/search.ts';
import { slugOf } from '#domain/catalogue/part-number.ts';
import type { VehicleKind } from '#domain/vehicles/vehicle.ts';
import { KIND_SLUGS, vehicleSlugOf } from '#domain/vehicles/vehicle-slug.ts';
import { type CatalogueSearch, valuesOf } from './catalogue-search.ts';
import { KIND_NAMES } from './words.ts';

/** A page on the way: what it is called there, and its path. */
export type Step = { readonly name: string; readonly path: string };

/** Home and the catalogue, which all others begin with. */
export const CATALOGUE_STEPS: readonly Step[] = [
  { name: 'Home', path: '/' },
  { name: 'Catalogue', path: '/catalogue' },
];

/** The way to a category, or to a part type in it. */
export function categorySteps(
  category?: { readonly slug: string; readonly name: string },
  type?: { readonly slug: string; readonly name: string },
): Step[] {
  return [
    ...CATALOGUE_STEPS,
    { name: 'Part types', path: '/catalogue/categories' },
    ...[category, type].flatMap((one) =>
      one === undefined ? [] : [{ name: one.name, path: `/catalogue/categories/${segment(one.slug)}` }],
    ),
  ];
}

/** The way to a brand. */
export function brandSteps(brand?: { readonly slug: string; readonly name: string }): Step[] {
  return [
    ...CATALOGUE_STEPS,
    { name: 'Brands', path: '/catalogue/brands' },
    ...(brand === undefined ? [] : [{ name: brand.name, path: `/catalogue/${segment(brand.slug)}` }]),
  ];
}

/** The way to a kind of vehicle, a make, a model, or a year of one. */
export function vehicleSteps(
  place: {
    readonly kind?: VehicleKind;
    readonly make?: string;
    readonly model?: string;
    readonly year?: number;
  } = {},
): Step[] {
  const { kind, make, model, year } = place;
  const steps = [...CATALOGUE_STEPS, { name: 'Vehicles', path: '/catalogue/vehicles' }];
  let path = '/catalogue/vehicles';
  const add = (name: string, slug: string) => {
    path = `${path}/${segment(slug)}`;
    steps.push({ name, path });
  };
  if (kind === undefined) return steps;
  add(KIND_NAMES[kind].many, KIND_SLUGS[kind]);
  if (make === undefined) return steps;
  add(make, vehicleSlugOf(make));
  if (model === undefined) return steps;
  add(model, vehicleSlugOf(model));
  if (year !== undefined) add(String(year), String(year));
  return steps;
}

/** From the catalogue down to a part: its category and its type, as far as it has them. */
export function shelfSteps({
  category: [category],
  partType,
  partTypeCode,
}: {
  readonly category: readonly string[];
  readonly partType: string | null;
  readonly partTypeCode: string | null;
}): Step[] {
  if (category === undefined || partType === null || partTypeCode === null) return [];
  return categorySteps(named(category), { slug: partTypeCode, name: partType }).slice(-2);
}

/**
 * From the catalogue down to a list that is narrowed to one type, or to one brand; `covers` is the key of the chosen filter
 * that the last step stands for. Of other lists there is nothing between.
 */
export function listSteps(
  search: CatalogueSearch,
  facets: Pick<FacetsBody, 'type' | 'brand'>,
): { readonly steps: readonly Step[]; readonly covers?: string } {
  const [code, ...otherTypes] = valuesOf(search.type);
  if (code !== undefined && otherTypes.length === 0) {
    const type = facets.type.values.find(({ value }) => value === code);
    return type === undefined
      ? { steps: [] }
      : {
          steps: categorySteps(named(type.category), { slug: code, name: type.name }).slice(-2),
          covers: `type ${code}`,
        };
  }
  const [slug, ...otherBrands] = valuesOf(search.brand);
  const brand =
    slug !== undefined && otherBrands.length === 0
      ? facets.brand.values.find(({ value }) => value === slug)
      : undefined;
  return brand === undefined
    ? { steps: [] }
    : {
        steps: brandSteps({ slug: brand.value, name: brand.name }).slice(-2),
        covers: `brand ${brand.value}`,
      };
}

const named = (category: string) => ({ slug: slugOf(category), name: category });

/** The path of the last step. */
export function pathOf(steps: readonly Step[]): string {
  return steps.at(-1)?.path ?? '/';
}

const segment = (text: string) => encodeURIComponent(text);
