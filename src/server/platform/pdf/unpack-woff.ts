/**
 * Unpacks a WOFF file into the font that it holds. The library that reads fonts would unpack a table anew for each
 * character that it looks at.
 *
 * @see https://www.w3.org/TR/WOFF/
 */
import { inflateSync } from 'node:zlib';

const SIGNATURE = 0x774f4646;
const HEAD_BYTES = 44;
const ENTRY_BYTES = 20;

/** The bytes of the font (OpenType), from those of a WOFF file. Throws where it is none. */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== SIGNATURE) throw new Error('this is no WOFF file');
  const flavour = woff.readUInt32BE(4);
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = HEAD_BYTES + index * ENTRY_BYTES;
    const offset = woff.readUInt32BE(at + 4);
    const packedBytes = woff.readUInt32BE(at + 8);
    const bytes = woff.readUInt32BE(at + 12);
    const packed = woff.subarray(offset, offset + packedBytes);
    return {
      tag: woff.readUInt32BE(at),
      checksum: woff.readUInt32BE(at + 16),
      bytes: packedBytes < bytes ? inflateSync(packed) : packed,
    };
  });
  return sfntOf(flavour, tables);
}

type FontTable = { readonly tag: number; readonly checksum: number; readonly bytes: Buffer };

function sfntOf(flavour: number, tables: readonly FontTable[]): Buffer {
  const power = 2 ** Math.floor(Math.log2(tables.length));
  const head = Buffer.alloc(12 + 16 * tables.length);
  head.writeUInt32BE(flavour, 0);
  head.writeUInt16BE(tables.length, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE(tables.length * 16 - power * 16, 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const at = 12 + index * 16;
    head.writeUInt32BE(tag, at);
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    // Each table begins at a multiple of four.
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}
