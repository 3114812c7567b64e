/** What else there is beside a part: what replaces it, what may be taken instead, other makers' numbers, what goes with it. */
import * as z from 'zod';
import { PartBody } from './catalogue.ts';
import { PartId } from './fields.ts';
import { operations } from './kernel/operation.ts';
import { NOT_FOUND } from './refusals.ts';

const { _id, name, img, brand, brandSlug, partNumber, partNumberSlug, grade, lifecycle } = PartBody.shape;
const { price, pricePerUnit, stock, minOrder, orderMultiple } = PartBody.shape;

/** A part as other parts' pages mention it. */
export const RelatedPartBody = z
  .object({
    ...{ _id, name, img, brand, brandSlug, partNumber, partNumberSlug, grade, lifecycle },
    ...{ price, pricePerUnit, stock, minOrder, orderMultiple },
  })
  .meta({ id: 'RelatedPart' });
export type RelatedPartBody = z.output<typeof RelatedPartBody>;

/** A number on the way from old to new. `part` is null where the shop does not sell it, or not any more. */
export const SupersededNumberBody = z
  .object({ maker: z.string(), number: z.string(), part: RelatedPartBody.nullable() })
  .meta({ id: 'SupersededNumber' });
export type SupersededNumberBody = z.output<typeof SupersededNumberBody>;

export const SupersessionBody = z
  .object({
    /**
     * Each way from the next number to the newest one: one as a rule, several where a part was divided into several, none
     * where nothing is known to replace it.
     */
    replacedBy: z.array(z.array(SupersededNumberBody)),
    /** Numbers that are said to replace one another and this part, so that the newest is not known. */
    circle: z.array(SupersededNumberBody),
    /** Numbers that this part replaces, the nearest first. */
    replaces: z.array(SupersededNumberBody),
  })
  .meta({ id: 'Supersession' });
export type SupersessionBody = z.output<typeof SupersessionBody>;

/** Parts of one grade; those that can be ordered now come first, then the cheapest. */
export const AlternativesBody = z
  .object({
    grade: PartBody.shape.grade,
    /** How many there are; at most six are listed. */
    count: z.number().int(),
    parts: z.array(
      z.object({
        ...RelatedPartBody.shape,
        /** What it costs more (or, below zero, less) than this part, in the list currency. */
        priceDifference: z.number(),
      }),
    ),
  })
  .meta({ id: 'Alternatives' });
export type AlternativesBody = z.output<typeof AlternativesBody>;

/** Another maker's number for the same thing. `part` is where it stands in this shop, or null. */
export const InterchangeNumberBody = z
  .object({
    maker: z.string(),
    number: z.string(),
    part: z.object({ _id, brandSlug, partNumberSlug }).nullable(),
  })
  .meta({ id: 'InterchangeNumber' });
export type InterchangeNumberBody = z.output<typeof InterchangeNumberBody>;

/** Parts of one type that is changed together with this part's. */
export const GoesWithBody = z
  .object({
    type: z.object({ code: z.string(), name: z.string() }),
    parts: z.array(
      z.object({
        ...RelatedPartBody.shape,
        /** How many of the vehicles of this part it fits, too. */
        sharedVehicleCount: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'GoesWith' });
export type GoesWithBody = z.output<typeof GoesWithBody>;

export const RelatedPartsBody = z
  .object({
    supersession: SupersessionBody,
    /** By grade: genuine, OE, aftermarket, remanufactured; grades without any are left out. */
    alternatives: z.array(AlternativesBody),
    interchange: z.object({
      numbers: z.array(InterchangeNumberBody),
      /** Whether there are more than are listed. */
      hasMore: z.boolean(),
    }),
    /** How many vehicles this part fits, which `sharedVehicleCount` is of. */
    vehicleCount: z.number().int(),
    goesWith: z.array(GoesWithBody),
  })
  .meta({ id: 'RelatedParts' });
export type RelatedPartsBody = z.output<typeof RelatedPartsBody>;

export const relatedParts = operations({
  partsRelated: {
    method: 'GET',
    path: '/parts/{partsId}/related',
    access: 'anonymous',
    noun: 'catalogue',
    summary: 'What replaces a part, alternatives, interchange numbers, and what goes with it',
    description:
      'Alternatives are parts of the same type that share an OE or trade number. What goes with a part is of the types ' +
      'that are changed together with its own, for the same vehicles and the same place on them.',
    params: z.object({ partsId: PartId }),
    output: RelatedPartsBody,
    refusals: { NOT_FOUND },
    cache: 'revalidate',
  },
});
