/** Calls about what the catalogue holds: categories with their part types, brands, and one of each, counted. */
import * as z from 'zod';
import { KindCount, NamedCount, VehicleKind } from './catalogue.ts';
import { operations } from './kernel/operation.ts';
import { Grade } from './part-settings.ts';
import { NOT_FOUND } from './refusals.ts';

const GradeCount = z.object({ grade: Grade, count: z.number().int() });

/** A category with the part types in it that there are parts of. */
export const CategoryBody = z
  .object({
    ...NamedCount.shape,
    groups: z.array(z.object({ name: z.string(), types: z.array(NamedCount) })),
  })
  .meta({ id: 'Category' });
export type CategoryBody = z.output<typeof CategoryBody>;

export const PartTypeBody = z
  .object({
    /** The slug is the type's code. */
    ...NamedCount.shape,
    category: z.object({ slug: z.string(), name: z.string() }),
    /** The part of the category that it stands in. */
    group: z.string(),
    kinds: z.array(VehicleKind),
    /** What else it is called. */
    synonyms: z.array(z.string()),
    /** The most first. */
    brands: z.array(NamedCount),
    grades: z.array(GradeCount),
  })
  .meta({ id: 'PartType' });
export type PartTypeBody = z.output<typeof PartTypeBody>;

export const BrandBody = z
  .object({
    ...NamedCount.shape,
    /** The most first. */
    types: z.array(NamedCount),
    grades: z.array(GradeCount),
  })
  .meta({ id: 'Brand' });
export type BrandBody = z.output<typeof BrandBody>;

const COUNTED = 'Counts are of all parts, and in a large catalogue up to two minutes old.';

export const shelves = operations({
  categoriesList: {
    method: 'GET',
    path: '/categories',
    access: 'anonymous',
    noun: 'catalogue',
    summary: 'Categories with their part types, as a tree with counts',
    description: COUNTED,
    output: z.array(CategoryBody),
    cache: 'revalidate',
  },
  partTypeGet: {
    method: 'GET',
    path: '/part-types/{type}',
    access: 'anonymous',
    noun: 'catalogue',
    summary: 'One part type: where it stands, what else it is called, which brands make it',
    description: COUNTED,
    params: z.object({ type: z.string().max(100) }),
    output: PartTypeBody,
    refusals: { NOT_FOUND },
    cache: 'revalidate',
  },
  brandsList: {
    method: 'GET',
    path: '/brands',
    access: 'anonymous',
    noun: 'catalogue',
    summary: 'Brands that there are parts of, by name',
    description: COUNTED,
    output: z.array(NamedCount),
    cache: 'revalidate',
  },
  kindsList: {
    method: 'GET',
    path: '/vehicle-kinds',
    access: 'anonymous',
    noun: 'catalogue',
    summary: 'Kinds of vehicle that there are parts for, the most first',
    description: COUNTED,
    output: z.array(KindCount),
    cache: 'revalidate',
  },
  brandGet: {
    method: 'GET',
    path: '/brands/{brand}',
    access: 'anonymous',
    noun: 'catalogue',
    summary: 'One brand: what it makes, and of which grades',
    description: COUNTED,
    params: z.object({ brand: z.string().max(100) }),
    output: BrandBody,
    refusals: { NOT_FOUND },
    cache: 'revalidate',
  },
});
