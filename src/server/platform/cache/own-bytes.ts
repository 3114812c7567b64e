/** Bytes that are to be kept. */

/**
 * The bytes of texts, one behind the other, in memory of their own: Node's usual way would keep 64 kB, which others have used,
 * for a few of them.
 */
export function ownBytes(...texts: readonly string[]): Buffer<ArrayBuffer> {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafeSlow(lengths.reduce((sum, length) => sum + length, 0));
  let end = 0;
  for (const text of texts) end += bytes.write(text, end);
  return bytes;
}
