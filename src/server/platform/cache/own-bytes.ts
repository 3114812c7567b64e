/** Bytes that are to be kept. */

/** The bytes of a text, in memory of their own: Node's usual way would keep 64 kB, which others have used, for a few of them. */
export function ownBytes(text: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
