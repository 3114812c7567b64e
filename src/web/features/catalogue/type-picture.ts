/** The shop's own picture of a part type, which stands for all parts of it that have none. */
export function typePicture(code: string): string {
  return `/pictures/${code}-800.webp`;
}
