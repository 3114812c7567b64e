/** Pictures that are kept in several sizes, as AVIF and as WebP, told by their addresses. */

const UPLOADED = [320, 640, 960];

/** The parenthesis is what all addresses of one picture share. */
const FAMILIES: readonly { readonly address: RegExp; readonly widths: readonly number[] }[] = [
  /** What the shop's people have uploaded, sent by the shop. */
  { address: /^(\/media\/[A-Za-z0-9_-]+\/)/, widths: UPLOADED },
  /** The same, where browsers read a bucket by themselves. */
  { address: /^(https?:\/\/[^\s?#,]+\/[0-9a-f]{32}\/)960\.webp$/, widths: UPLOADED },
  /** The shop's own, one for each part type. */
  { address: /^(\/pictures\/[a-z0-9-]+-)\d+\.webp$/, widths: [320, 800] },
];

/** For `srcset`, by format; undefined where nothing but the picture's own address is known. */
export function keptSizes(src: string): { readonly avif: string; readonly webp: string } | undefined {
  for (const { address, widths } of FAMILIES) {
    const stem = address.exec(src)?.[1];
    if (stem === undefined) continue;
    const srcSet = (format: string) =>
      widths.map((width) => `${stem}${width}.${format} ${width}w`).join(', ');
    return { avif: srcSet('avif'), webp: srcSet('webp') };
  }
  return undefined;
}
