/** What an owner sets of a part, as a part is answered: for what a change started from, and what it is instead. */
import * as z from 'zod';
import { GRADES } from '#domain/catalogue/grade.ts';

export const Grade = z.enum(GRADES);
export const Lifecycle = z.enum(['active', 'superseded', 'discontinued']);

/** Not judged as what an owner gives is: a part that a file has brought may have what a form would not take. */
export const PartSettings = z.object({
  name: z.string(),
  price: z.number(),
  minOrder: z.number(),
  orderMultiple: z.number(),
  description: z.string(),
  /** As it is shown: the picture of its type, where it has none of its own. */
  img: z.string(),
  brand: z.string(),
  partNumber: z.string(),
  /** A part type's code. */
  partType: z.string().nullable(),
  grade: Grade,
  lifecycle: Lifecycle,
});
