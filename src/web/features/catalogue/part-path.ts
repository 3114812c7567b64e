import type { PartBody } from '#contract/catalogue.ts';

/** The path of a part's public page, by which it should be known. */
export function partPath({
  brandSlug,
  partNumberSlug,
}: Pick<PartBody, 'brandSlug' | 'partNumberSlug'>): string {
  return `/catalogue/${brandSlug}/${partNumberSlug}`;
}
