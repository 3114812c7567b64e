/** The part of the package that is used here; it has no types of its own. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'woff2';
      readonly keepFeatures: string[];
      readonly noHinting: boolean;
    },
  ): Promise<Buffer>;
}
