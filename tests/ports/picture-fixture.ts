/** Pictures made for tests. */
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** What is kept of an upload, by the ends of its keys, in their order. */
export const PICTURE_FILES = ['192', '320', '640', '960'].flatMap((width) => [
  `${width}.avif`,
  `${width}.webp`,
]);

export const RED = { r: 220, g: 20, b: 20 };
export const BLUE = { r: 20, g: 20, b: 220 };
/** A picture of one colour. */
export const plain = (width: number, height: number, colour = RED): Sharp =>
  sharp({ create: { width, height, channels: 3, background: colour } });
/** A picture that is different each time. */
export const noise = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
/** A PNG that claims any size; `content` is packed into it as its lines. */
export function png(width: number, height: number, content: Uint8Array): Buffer {
  const chunk = (type: string, data: Uint8Array) => {
    const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(typed));
    return Buffer.concat([length, typed, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(content)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function fileOf(bytes: Uint8Array, name = 'part.jpg', type = 'image/jpeg'): File {
  return new File([Uint8Array.from(bytes)], name, { type });
}
