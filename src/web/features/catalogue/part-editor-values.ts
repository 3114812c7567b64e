/** What an owner types about a part, how it is judged, and what is sent of it. */
import type { PartDetailBody } from '#contract/catalogue.ts';
import type { PartSettings } from '#domain/catalogue/changed-meanwhile.ts';

/** As typed: numbers are texts until they are sent. */
export type PartDraft = {
  readonly name: string;
  readonly price: string;
  readonly stock: string;
  readonly minOrder: string;
  readonly description: string;
  /** A picture that was chosen here; null where there is none, or the part keeps the one it has. */
  readonly image: File | null;
  /** The address of the picture that it has; empty for none. Nobody types it. */
  readonly img: string;
  readonly brand: string;
  readonly partNumber: string;
  /** A part type's code, or empty for none. */
  readonly partType: string;
  readonly grade: PartDetailBody['grade'];
  readonly lifecycle: PartDetailBody['lifecycle'];
  readonly orderMultiple: string;
};

/** Whether a part is still made, as its owner chooses it. */
export const LIFECYCLE_CHOICES = {
  active: 'Active',
  superseded: 'Superseded',
  discontinued: 'Discontinued',
} as const;

export const BLANK_PART: PartDraft = {
  name: '',
  price: '',
  stock: '',
  minOrder: '',
  description: '',
  image: null,
  img: '',
  brand: '',
  partNumber: '',
  partType: '',
  grade: 'aftermarket',
  lifecycle: 'active',
  orderMultiple: '1',
};

/** A part as the form shows it; `decimals` is how many the list currency has. */
export function draftOf(part: PartDetailBody, decimals: number): PartDraft {
  const texts = textsOf({ ...part, partType: part.partTypeCode }, decimals);
  return { ...BLANK_PART, ...texts, stock: String(part.stock) };
}

/** Settings of a part as the form shows them; those that are not given are not among them. */
export function textsOf(
  part: { readonly [Name in keyof PartSettings]?: PartSettings[Name] | undefined },
  decimals: number,
): Partial<PartDraft> {
  return {
    ...(part.name !== undefined && { name: part.name }),
    ...(part.price !== undefined && { price: part.price.toFixed(decimals) }),
    ...(part.minOrder !== undefined && { minOrder: String(part.minOrder) }),
    ...(part.orderMultiple !== undefined && { orderMultiple: String(part.orderMultiple) }),
    ...(part.description !== undefined && { description: part.description }),
    ...(part.img !== undefined && { img: part.img }),
    ...(part.brand !== undefined && { brand: part.brand }),
    ...(part.partNumber !== undefined && { partNumber: part.partNumber }),
    ...(part.partType !== undefined && { partType: part.partType ?? '' }),
    ...(part.grade !== undefined && { grade: part.grade }),
    ...(part.lifecycle !== undefined && { lifecycle: part.lifecycle }),
  };
}

/** What the form has of a part, in the order of reading. */
const FIELDS = [
  'name',
  'price',
  'stock',
  'minOrder',
  'description',
  'img',
  'brand',
  'partNumber',
  'partType',
  'grade',
  'orderMultiple',
  'lifecycle',
] as const;
type Field = (typeof FIELDS)[number];

/** What is typed or chosen from a list. */
export type TypedField = Exclude<Field, 'img'>;
export const TYPED_FIELDS = FIELDS.filter((field): field is TypedField => field !== 'img');

/** What two owners may change at the same time: stock is adjusted elsewhere. */
export type Contestable = Exclude<Field, 'stock'>;
export const CONTESTABLE = FIELDS.filter((field): field is Contestable => field !== 'stock');

const NUMBERS: ReadonlySet<TypedField> = new Set(['price', 'stock', 'minOrder', 'orderMultiple']);

/** Whether two texts of a field say the same: "60" is the price "60.00". */
export function saysTheSame(field: TypedField, one: string, other: string): boolean {
  const [a, b] = [one.trim(), other.trim()];
  return a === b || (NUMBERS.has(field) && a !== '' && b !== '' && Number(a) === Number(b));
}

/** Fields that say something else than in `base`. */
export function changedFields(draft: PartDraft, base: PartDraft): TypedField[] {
  return TYPED_FIELDS.filter((field) => !saysTheSame(field, draft[field], base[field]));
}

const LARGEST = 1_000_000;
const IMAGE_MAX_BYTES = 10_000_000;
/** Types of pictures that the shop takes; it looks into the file to be sure. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** What is wrong with a field, in the words that stand under it; true where nothing is. */
type Verdict = string | true;

export function judgeText(value: string, message: string): Verdict {
  return value.trim() !== '' || message;
}

/** A price in list currency, with at most two places. */
export function judgePrice(value: string): Verdict {
  const text = value.trim();
  if (text === '') return 'value is Required';
  if (!/^\d+(\.\d{1,2})?$/.test(text) || Number(text) < 0.01) return 'A price such as 38.40';
  return Number(text) <= LARGEST || 'At most 1,000,000';
}

/** A whole number of units from `least` up. */
export function judgeUnits(value: string, least: 0 | 1): Verdict {
  const text = value.trim();
  if (text === '') return 'value is Required';
  if (!/^\d+$/.test(text) || Number(text) < least) return `A whole number from ${least} up`;
  return Number(text) <= LARGEST || 'At most 1,000,000';
}

/** The minimum order is something that can be ordered. */
export function judgeMinimum(minOrder: string, orderMultiple: string): Verdict {
  const verdict = judgeUnits(minOrder, 1);
  if (verdict !== true || judgeUnits(orderMultiple, 1) !== true) return verdict;
  return (
    Number(minOrder) % Number(orderMultiple) === 0 ||
    'The minimum order must be a multiple of the order multiple'
  );
}

export function judgeImage(image: File | null, hasOne: boolean): Verdict {
  if (image === null) return hasOne || 'Image is Required';
  // A type that the browser does not know is left to the shop.
  if (image.type !== '' && !PICTURE_TYPES.some((type) => type === image.type)) {
    return 'Only JPEG, PNG, WebP and AVIF pictures are taken';
  }
  return image.size <= IMAGE_MAX_BYTES || 'At most 10 MB';
}

/** A new part, as the shop wants it. What was left empty takes the shop's own value. */
export function newPartOf(draft: PartDraft, img: string) {
  return {
    name: draft.name.trim(),
    price: Number(draft.price),
    stock: Number(draft.stock),
    minOrder: Number(draft.minOrder),
    description: draft.description.trim(),
    img,
    orderMultiple: Number(draft.orderMultiple),
    grade: draft.grade,
    partType: draft.partType === '' ? null : draft.partType,
    ...(draft.brand.trim() !== '' && { brand: draft.brand.trim() }),
    ...(draft.partNumber.trim() !== '' && { partNumber: draft.partNumber.trim() }),
  };
}

/**
 * The changes of a part: only what is something else than what the form began with, so that two owners do not undo each
 * other; and what it was there, so that neither writes over what the other has made of it meanwhile. `img` is the address of
 * a picture that was chosen.
 */
export function changesOf(draft: PartDraft, base: PartDraft, img?: string) {
  const fields = new Set(changedFields(draft, base));
  const trimmed = {
    name: draft.name.trim(),
    description: draft.description.trim(),
    brand: draft.brand.trim(),
    partNumber: draft.partNumber.trim(),
  };
  return {
    ...settingsOf({ ...draft, ...trimmed }, fields),
    ...(img !== undefined && { img }),
    was: { ...settingsOf(base, fields), ...(img !== undefined && { img: base.img }) },
  };
}

/** These fields as the shop wants them; without the stock, which is adjusted elsewhere. */
function settingsOf(draft: PartDraft, fields: ReadonlySet<TypedField>) {
  return {
    ...(fields.has('name') && { name: draft.name }),
    ...(fields.has('price') && { price: Number(draft.price) }),
    ...(fields.has('minOrder') && { minOrder: Number(draft.minOrder) }),
    ...(fields.has('orderMultiple') && { orderMultiple: Number(draft.orderMultiple) }),
    ...(fields.has('description') && { description: draft.description }),
    ...(fields.has('brand') && { brand: draft.brand }),
    ...(fields.has('partNumber') && { partNumber: draft.partNumber }),
    ...(fields.has('partType') && { partType: draft.partType === '' ? null : draft.partType }),
    ...(fields.has('grade') && { grade: draft.grade }),
    ...(fields.has('lifecycle') && { lifecycle: draft.lifecycle }),
  };
}
