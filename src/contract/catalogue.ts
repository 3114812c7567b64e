/** Calls of the catalogue: parts, their stock and their pictures. */

import * as z from 'zod';
import { attributeKeyOf, MAX_CHOSEN_ATTRIBUTES } from '#domain/catalogue/attribute-choice.ts';
import { MAX_ENGINE_LENGTH } from '#domain/vehicles/engine.ts';
import { VEHICLE_KINDS } from '#domain/vehicles/vehicle.ts';
import { hasTwoPlaces, Moment, PageHeaders, PageQuery, PartId, text } from './fields.ts';
import { operations } from './kernel/operation.ts';
import { uploadedFile } from './kernel/uploaded-file.ts';
import { Grade, Lifecycle, PartSettings } from './part-settings.ts';
import {
  CHANGED_MEANWHILE,
  IDEMPOTENCY_MISMATCH,
  IMAGE_REFUSED,
  MINIMUM_NOT_A_MULTIPLE,
  NOT_FOUND,
  PART_NUMBER_TAKEN,
  PART_REPLACED,
  PRICE_NOT_IN_CURRENCY,
  STOCK_LIMIT,
  STOCK_WOULD_BE_NEGATIVE,
  UNKNOWN_PART_TYPE,
} from './refusals.ts';

export const VehicleKind = z.enum(VEHICLE_KINDS);

/** A part as cards and lists show it. `price` is in list currency, `pricePerUnit` what an order pays per unit. */
export const PartBody = z
  .object({
    _id: PartId,
    name: z.string(),
    img: z.string(),
    stock: z.number().int(),
    minOrder: z.number().int(),
    orderMultiple: z.number().int(),
    description: z.string(),
    price: z.number(),
    pricePerUnit: z.number(),
    sku: z.string(),
    brand: z.string(),
    brandSlug: z.string(),
    partNumber: z.string(),
    partNumberSlug: z.string(),
    partType: z.string().nullable(),
    grade: Grade,
    lifecycle: Lifecycle,
  })
  .meta({ id: 'Part' });
export type PartBody = z.output<typeof PartBody>;

export const AttributeBody = z.object({
  key: z.string(),
  name: z.string(),
  value: z.string(),
  unit: z.string(),
});
/** A part with everything that is known of it. */
export const PartDetailBody = z
  .object({
    ...PartBody.shape,
    gtin: z.string().nullable(),
    partTypeCode: z.string().nullable(),
    category: z.array(z.string()),
    attributes: z.array(AttributeBody),
    numbers: z.array(
      z.object({
        kind: z.enum(['oe', 'trade', 'competitor', 'superseded', 'customer']),
        maker: z.string(),
        number: z.string(),
      }),
    ),
    /** How many vehicles (make, model, year) it fits. */
    vehicleCount: z.number().int(),
    archived: z.boolean(),
  })
  .meta({ id: 'PartDetail' });
export type PartDetailBody = z.output<typeof PartDetailBody>;

/** An engine, as fitments name it; case, spaces and the order of its words don't matter. */
export const EngineName = z.string().trim().max(MAX_ENGINE_LENGTH);

/** Vehicles that a part fits: years of one model under the same conditions are one row. */
export const FitmentBody = z
  .object({
    kind: VehicleKind,
    make: z.string(),
    model: z.string(),
    yearFrom: z.number().int(),
    yearTo: z.number().int(),
    position: z.string(),
    quantityPerVehicle: z.number().int(),
    /** The engine that it is for; empty where it is for any. */
    engine: z.string(),
    qualifiers: z.string(),
  })
  .meta({ id: 'Fitment' });
export type FitmentBody = z.output<typeof FitmentBody>;

/** A parameter that may be given once or several times. */
const oneOrMany = <S extends z.ZodType>(schema: S) => z.union([schema, z.array(schema).max(50)]);
const isOfFewAttributes = (choice: string | readonly string[]): boolean =>
  new Set([choice].flat().map(attributeKeyOf)).size <= MAX_CHOSEN_ATTRIBUTES;
/** An amount of the list currency. */
const priceBound = z.coerce.number<string | number>().min(0).max(1_000_000_000);

/** What the catalogue list may be narrowed to. Several values of one parameter widen it, several parameters narrow it. */
export const PartsQuery = z.object({
  ...PageQuery.shape,
  /** Words, or any number that stands on a part, typed in any form; a vehicle may be named among the words. */
  q: z.string().trim().max(200).optional(),
  /** Slugs. */
  brand: oneOrMany(z.string().max(100)).optional(),
  /** Codes. */
  type: oneOrMany(z.string().max(100)).optional(),
  /** "Braking", or a part of one: "Braking/Discs and drums". */
  category: oneOrMany(z.string().max(200)).optional(),
  kind: oneOrMany(VehicleKind).optional(),
  /** Parts that are listed for this vehicle, by its id. */
  vehicle: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .optional(),
  /** The engine of that vehicle: parts that are for other engines alone are left out. One that it has not is overlooked. */
  engine: EngineName.optional(),
  grade: oneOrMany(Grade).optional(),
  /** "front axle". */
  position: oneOrMany(z.string().max(100)).optional(),
  /** "diameter=320", or a range of a number: "diameter=300..330", open at either end. Of eight attributes at most. */
  attribute: oneOrMany(z.string().regex(/^[a-z0-9-]{1,60}=.{1,120}$/))
    .refine(isOfFewAttributes, `At most ${MAX_CHOSEN_ATTRIBUTES} attributes`)
    .optional(),
  /** The least and the most that a part costs, in the list currency, as `price` is. */
  priceFrom: priceBound.optional(),
  priceTo: priceBound.optional(),
  /** Whether enough is there for the part's minimum order. */
  inStock: z.enum(['true', 'false']).optional(),
  /** `relevance` where something is searched for, else `rank`, the shop's own order. */
  sort: z.enum(['relevance', 'rank', 'price', '-price', 'name']).optional(),
});

export const NamedCount = z.object({ slug: z.string(), name: z.string(), count: z.number().int() });
/** A kind of vehicle that there are parts for. */
export const KindCount = z.object({ kind: VehicleKind, count: z.number().int() });
export type KindCount = z.output<typeof KindCount>;
/** The catalogue at a glance: what it can be narrowed to and how many parts each holds. */
export const CatalogueBody = z
  .object({
    partCount: z.number().int(),
    /** The most first. */
    kinds: z.array(KindCount),
    categories: z.array(z.object({ name: z.string(), types: z.array(NamedCount) })),
    brands: z.array(NamedCount),
  })
  .meta({ id: 'Catalogue' });
export type CatalogueBody = z.output<typeof CatalogueBody>;

const whole = (message: string) => z.number({ error: message }).int(message).max(1_000_000, message);
const partFields = {
  name: text(120, 'Name is Required'),
  price: z
    .number({ error: 'value is Required' })
    .min(0.01, 'value is Required')
    .max(1_000_000)
    .refine(hasTwoPlaces, 'At most two decimal places'),
  minOrder: whole('value is Required').min(1, 'value is Required'),
  description: text(4000, 'Info is Required'),
  // A path of this shop or an address; anything else would be nothing that a browser can show.
  img: text(500, 'Image is Required').regex(/^(\/(?![/\\])|https?:\/\/)/, 'Image is Required'),
  orderMultiple: z.number().int().min(1).max(100_000),
  brand: text(60).regex(/[A-Za-z0-9]/, 'A brand needs a letter or a digit'),
  partNumber: text(60).regex(/[A-Za-z0-9]/, 'A part number needs a letter or a digit'),
  /** A part type's code. */
  partType: text(60).nullable(),
  grade: Grade,
  lifecycle: Lifecycle,
};

/** What an owner gives for a part. The six specified fields are required; the rest have sensible values of their own. */
export const PartInput = z
  .object({
    ...partFields,
    stock: whole('value is Required').min(0, 'value is Required'),
    orderMultiple: partFields.orderMultiple.default(1),
    brand: partFields.brand.optional(),
    partNumber: partFields.partNumber.optional(),
    partType: partFields.partType.default(null),
    grade: Grade.default('aftermarket'),
    lifecycle: Lifecycle.default('active'),
  })
  .refine((part) => part.minOrder % part.orderMultiple === 0, {
    path: ['minOrder'],
    error: 'The minimum order must be a multiple of the order multiple',
  });
/** Changes of a part; without stock, which is adjusted with a reason. A field that is not given stays as it is. */
export const PartChange = z.object({
  ...z.object(partFields).partial().shape,
  /** What the change started from: where a field that is changed is something else by now, nothing is. */
  was: PartSettings.partial().optional(),
});

export const MovementBody = z
  .object({
    kind: z.enum(['received', 'reserved', 'released', 'shipped', 'adjusted']),
    quantity: z.number().int(),
    reason: z.string(),
    orderNumber: z.string().nullable(),
    by: z.string().nullable(),
    at: Moment,
  })
  .meta({ id: 'StockMovement' });

const PartParams = z.object({ id: PartId });

export const catalogue = operations({
  partsList: {
    method: 'GET',
    path: '/parts',
    access: 'anonymous',
    noun: 'catalogue',
    summary: 'List parts',
    description:
      "A page in the shop's own order (a rank that the owner sets, then id), or by relevance where `q` is given. " +
      'Every word has to be on a part, in some form; `/search` gives the nearest where nothing has them all.',
    query: PartsQuery,
    output: z.array(PartBody),
    outputHeaders: PageHeaders,
    // With words it searches.
    rateClass: 'search',
    cache: 'revalidate',
  },
  partsGet: {
    method: 'GET',
    path: '/parts/{partsId}',
    access: 'anonymous',
    noun: 'catalogue',
    summary: 'One part',
    params: z.object({ partsId: PartId }),
    output: PartDetailBody,
    refusals: { NOT_FOUND },
    cache: 'revalidate',
  },
  partsFitments: {
    method: 'GET',
    path: '/parts/{partsId}/fitments',
    access: 'anonymous',
    noun: 'catalogue',
    summary: 'Vehicles that a part fits',
    params: z.object({ partsId: PartId }),
    output: z.array(FitmentBody),
    refusals: { NOT_FOUND },
    cache: 'revalidate',
  },
  catalogueGet: {
    method: 'GET',
    path: '/catalogue',
    access: 'anonymous',
    noun: 'catalogue',
    summary: 'The catalogue at a glance: part types, brands and kinds of vehicle with their counts',
    output: CatalogueBody,
    cache: 'revalidate',
  },
  cataloguePart: {
    method: 'GET',
    path: '/catalogue/{brand}/{partNumber}',
    access: 'anonymous',
    noun: 'catalogue',
    summary: "One part by its brand and the maker's number",
    description:
      'The number may be typed in any form: only letters and digits count. The brand is its slug. An old number that no ' +
      'part has any more is refused with the parts that replace it.',
    params: z.object({ brand: z.string().max(100), partNumber: z.string().max(100) }),
    output: PartDetailBody,
    refusals: { NOT_FOUND, PART_REPLACED },
    cache: 'revalidate',
  },
  partsCreate: {
    method: 'POST',
    path: '/parts',
    access: 'admin',
    noun: 'catalogue',
    summary: 'Add a part',
    body: PartInput,
    idempotent: true,
    status: 201,
    output: z.object({ insertedId: PartId, acknowledged: z.literal(true) }),
    refusals: { PART_NUMBER_TAKEN, UNKNOWN_PART_TYPE, PRICE_NOT_IN_CURRENCY, IDEMPOTENCY_MISMATCH },
    audit: 'part.added',
  },
  partsUpdate: {
    method: 'PUT',
    path: '/parts/{id}',
    access: 'admin',
    noun: 'catalogue',
    summary: 'Change a part',
    description:
      'Only the given fields change. Orders keep the name and price that they were made with. `was` may say what fields ' +
      'were when the change began: one that is to be changed and is neither that nor as wanted refuses it.',
    params: PartParams,
    body: PartChange,
    output: PartDetailBody,
    refusals: {
      NOT_FOUND,
      CHANGED_MEANWHILE,
      PART_NUMBER_TAKEN,
      UNKNOWN_PART_TYPE,
      PRICE_NOT_IN_CURRENCY,
      MINIMUM_NOT_A_MULTIPLE,
    },
    audit: 'part.changed',
  },
  partsDelete: {
    method: 'DELETE',
    path: '/parts/{id}',
    access: 'admin',
    noun: 'catalogue',
    summary: 'Delete a part',
    description:
      'A part that was ever ordered, or whose stock ever moved, is archived: gone from the shop, kept in old orders.',
    params: PartParams,
    output: z.object({ deletedCount: z.number().int() }),
    refusals: { NOT_FOUND },
    audit: 'part.removed',
  },
  stockAdjust: {
    method: 'POST',
    path: '/parts/{id}/stock',
    access: 'admin',
    noun: 'stock',
    summary: 'Adjust the stock of a part, with a reason',
    description:
      '`quantity` is the change (-3 for three fewer). What is reserved by unpaid orders cannot be taken away.',
    params: PartParams,
    body: z.object({
      quantity: z
        .number()
        .int()
        .min(-1_000_000)
        .max(1_000_000)
        .refine((n) => n !== 0, 'value is Required'),
      reason: text(200, 'A reason is required'),
    }),
    idempotent: true,
    output: z.object({ stock: z.number().int() }),
    refusals: { NOT_FOUND, STOCK_WOULD_BE_NEGATIVE, STOCK_LIMIT, IDEMPOTENCY_MISMATCH },
    audit: 'stock.adjusted',
  },
  stockMovements: {
    method: 'GET',
    path: '/parts/{id}/stock',
    access: 'admin',
    noun: 'stock',
    summary: 'The last 100 movements of a part, newest first',
    params: PartParams,
    output: z.object({
      onHand: z.number().int(),
      reserved: z.number().int(),
      movements: z.array(MovementBody),
    }),
    refusals: { NOT_FOUND },
  },
  imagesUpload: {
    method: 'POST',
    path: '/images',
    access: 'admin',
    noun: 'images',
    summary: 'Upload a picture',
    description:
      'JPEG, PNG, WebP or AVIF by content, at most 10 MB and 40 megapixels. Kept without metadata in the web sizes of a 4:3 frame.',
    form: z.object({
      image: uploadedFile('Image is Required'),
    }),
    bodyLimitBytes: 11_000_000,
    status: 201,
    output: z.object({ success: z.literal(true), data: z.object({ url: z.string() }) }),
    refusals: { IMAGE_REFUSED },
    rateClass: 'upload',
    audit: 'picture.uploaded',
  },
});
