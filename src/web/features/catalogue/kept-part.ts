/** A part as this browser remembers it. */
import type { PartBody } from '#contract/catalogue.ts';

const FIELDS = ['_id', 'name', 'brand', 'brandSlug', 'partNumber', 'partNumberSlug', 'img'] as const;
/** As much as it takes to lead back to it; what changes, such as its price, is asked for there. */
export type KeptPart = Pick<PartBody, (typeof FIELDS)[number]>;

/** Nothing more than that. */
export function keptPart(part: KeptPart): KeptPart {
  const { _id, name, brand, brandSlug, partNumber, partNumberSlug, img } = part;
  return { _id, name, brand, brandSlug, partNumber, partNumberSlug, img };
}

export const NO_PARTS: readonly KeptPart[] = [];

/** Takes what makes sense of a kept text, which may be old or somebody else's. */
export function parseKeptParts(text: string | null, atMost: number): readonly KeptPart[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKeptPart).slice(0, atMost) : NO_PARTS;
  } catch {
    return NO_PARTS;
  }
}

function isKeptPart(value: unknown): value is KeptPart {
  return (
    typeof value === 'object' &&
    value !== null &&
    FIELDS.every((field) => typeof Reflect.get(value, field) === 'string')
  );
}
