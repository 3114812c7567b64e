/** Pictures that are kept in several sizes, as AVIF and as WebP, told by their addresses. */

type Family = {
  /** The parenthesis is what all addresses of one picture share. */
  readonly address: RegExp;
  /** Where it is 100 px wide at most: in pixels, sharp on screens with two for one; more than that nobody sees at this size. */
  readonly small: number;
  readonly widths: readonly number[];
};

const UPLOADED_WIDTHS = [320, 640, 960];

const FAMILIES: readonly Family[] = [
  /** What the shop's people have uploaded, sent by the shop. */
  { address: /^(\/media\/[A-Za-z0-9_-]+\/)/, small: 192, widths: UPLOADED_WIDTHS },
  /** The same, where browsers read a bucket by themselves: nobody there has another size for one that was kept without the smallest. */
  { address: /^(https?:\/\/[^\s?#,]+\/[0-9a-f]{32}\/)960\.webp$/, small: 320, widths: UPLOADED_WIDTHS },
  /** The shop's own, one for each part type. */
  { address: /^(\/pictures\/[a-z0-9-]+-)\d+\.webp$/, small: 192, widths: [320, 800] },
];

/** What is offered of a picture, by format: an address, or several as in `srcset`. */
type KeptSizes = { readonly avif: string; readonly webp: string };

/** For `srcset`; undefined where nothing but the picture's own address is known. */
export const keptSizes = (src: string): KeptSizes | undefined =>
  ofFamily(src, ({ widths }, at) => widths.map((width) => `${at(width)} ${width}w`).join(', '));

/** Where the picture is 100 px wide at most: the one address of each format. */
export const keptSmall = (src: string): KeptSizes | undefined => ofFamily(src, ({ small }, at) => at(small));

function ofFamily(
  src: string,
  offered: (family: Family, at: (width: number) => string) => string,
): KeptSizes | undefined {
  for (const family of FAMILIES) {
    const stem = family.address.exec(src)?.[1];
    if (stem === undefined) continue;
    const inFormat = (format: string) => offered(family, (width) => `${stem}${width}.${format}`);
    return { avif: inFormat('avif'), webp: inFormat('webp') };
  }
  return undefined;
}
