import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const PICTURES = 'public/pictures';
const MODELS = 'scripts/pictures/models';
const SIZES_PX = [192, 320, 800];
/** A list of 24 lines must stay light, and so must as many cards, and a part's own page. */
const MOST_BYTES: Readonly<Record<number, number>> = { 192: 10_000, 320: 20_000, 800: 80_000 };

const partTypes = z
  .array(z.object({ code: z.string() }))
  .parse(JSON.parse(readFileSync('reference/part-types.json', 'utf8')));
const codes = partTypes.map(({ code }) => code);
const modelFile = z.object({ default: z.record(z.string(), z.instanceof(Function)) });

const filesOf = (code: string) =>
  SIZES_PX.flatMap((widthPx) =>
    ['avif', 'webp'].map((format) => ({ widthPx, format, name: `${code}-${widthPx}.${format}` })),
  );

describe.each(codes)('the picture of %s', (code) => {
  test('is there in three sizes and two formats, 4:3, on transparent ground', async () => {
    for (const { widthPx, format, name } of filesOf(code)) {
      const found = await sharp(join(PICTURES, name)).metadata();
      expect({ name, width: found.width, height: found.height, hasAlpha: found.hasAlpha }).toEqual({
        name,
        width: widthPx,
        height: widthPx * 0.75,
        hasAlpha: true,
      });
      expect(found.format).toBe(format === 'avif' ? 'heif' : format);
    }
  });

  test('is light, and shows something', async () => {
    for (const { widthPx, name } of filesOf(code)) {
      expect(statSync(join(PICTURES, name)).size, name).toBeLessThan(MOST_BYTES[widthPx] ?? 0);
    }
    const { channels } = await sharp(join(PICTURES, `${code}-320.webp`)).stats();
    expect(channels[3]?.mean).toBeGreaterThan(5);
  });

  test('ends before its edges', async () => {
    const { data, info } = await sharp(join(PICTURES, `${code}-320.webp`))
      .extractChannel('alpha')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const onEdge = [...data].filter((_, index) => {
      const [x, y] = [index % info.width, Math.floor(index / info.width)];
      return x === 0 || y === 0 || x === info.width - 1 || y === info.height - 1;
    });
    expect(Math.max(...onEdge)).toBeLessThan(10);
  });
});

test('every model is of a part type, and of one file only', async () => {
  const modelled: string[] = [];
  for (const file of readdirSync(MODELS)) {
    modelled.push(...Object.keys(modelFile.parse(await import(join(process.cwd(), MODELS, file))).default));
  }
  expect(modelled.toSorted()).toEqual(codes.toSorted());
});

test('no picture is left over from a type that went', () => {
  const wanted = codes.flatMap((code) => filesOf(code).map(({ name }) => name));
  const left = readdirSync(PICTURES).filter((name) => /-\d+\.(avif|webp)$/.test(name));
  expect(left.filter((name) => !wanted.includes(name))).toEqual([]);
});
