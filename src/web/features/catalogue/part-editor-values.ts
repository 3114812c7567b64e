/** What an owner types about a part, how it is judged, and what is sent of it. */
import type { PartDetailBody } from '#contract/catalogue.ts';

/** As typed: numbers are texts until they are sent. */
export type PartDraft = {
  readonly name: string;
  readonly price: string;
  readonly stock: string;
  readonly minOrder: string;
  readonly description: string;
  /** A picture that was chosen here; null where there is none, or the part keeps the one it has. */
  readonly image: File | null;
  readonly brand: string;
  readonly partNumber: string;
  /** A part type's code, or empty for none. */
  readonly partType: string;
  readonly grade: PartDetailBody['grade'];
  readonly lifecycle: PartDetailBody['lifecycle'];
  readonly orderMultiple: string;
};

export const BLANK_PART: PartDraft = {
  name: '',
  price: '',
  stock: '',
  minOrder: '',
  description: '',
  image: null,
  brand: '',
  partNumber: '',
  partType: '',
  grade: 'aftermarket',
  lifecycle: 'active',
  orderMultiple: '1',
};

/** A part as the form shows it; `decimals` is how many the list currency has. */
export function draftOf(part: PartDetailBody, decimals: number): PartDraft {
  return {
    name: part.name,
    price: part.price.toFixed(decimals),
    stock: String(part.stock),
    minOrder: String(part.minOrder),
    description: part.description,
    image: null,
    brand: part.brand,
    partNumber: part.partNumber,
    partType: part.partTypeCode ?? '',
    grade: part.grade,
    lifecycle: part.lifecycle,
    orderMultiple: String(part.orderMultiple),
  };
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

/** The changes of a part: only what was touched, so that two owners do not undo each other. */
export function changesOf(
  draft: PartDraft,
  touched: Partial<Record<keyof PartDraft, unknown>>,
  img?: string,
) {
  const is = (field: keyof PartDraft) => touched[field] !== undefined && touched[field] !== false;
  return {
    ...(is('name') && { name: draft.name.trim() }),
    ...(is('price') && { price: Number(draft.price) }),
    ...(is('minOrder') && { minOrder: Number(draft.minOrder) }),
    ...(is('orderMultiple') && { orderMultiple: Number(draft.orderMultiple) }),
    ...(is('description') && { description: draft.description.trim() }),
    ...(is('brand') && { brand: draft.brand.trim() }),
    ...(is('partNumber') && { partNumber: draft.partNumber.trim() }),
    ...(is('partType') && { partType: draft.partType === '' ? null : draft.partType }),
    ...(is('grade') && { grade: draft.grade }),
    ...(is('lifecycle') && { lifecycle: draft.lifecycle }),
    ...(img !== undefined && { img }),
  };
}
