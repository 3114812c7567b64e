/**
 * Draws the product pictures of public/pictures, one for each part type, from the models in scripts/pictures/models:
 *
 *     node scripts/render-pictures.ts [codes…] [--draft] [--sheet sheet.png] [--columns 3] [--width 800]
 *     node scripts/render-pictures.ts --sizes
 *
 * Without codes it draws those whose model has changed since (fingerprints are kept in scripts/pictures/drawn.json), with
 * codes exactly these. `--draft` draws small and quickly into a temporary folder and leaves the project as it is; `--sheet`
 * puts what was drawn side by side on light and on dark ground, to look at. A final picture takes 10 to 60 s of software
 * rendering, so run all of them under `nice`. `--sizes` draws nothing: it makes the sizes that are missing from the largest one that
 * is there. See scripts/pictures/README.md.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import sharp, { type OverlayOptions } from 'sharp';
import * as z from 'zod';
import { findChromium } from './chromium.mjs';

const projectFolder = dirname(import.meta.dirname);
const MODELS = 'scripts/pictures/models';
const RECORD = 'scripts/pictures/drawn.json';
const OUTPUT = 'public/pictures';
/** Nothing is sent there: every request is answered from the project's own files. */
const ORIGIN = 'https://pictures.invalid';

const DRAFT = { widthPx: 440, frames: 8, shadowMapPx: 512 };
const FINAL = { widthPx: 800, frames: 24, shadowMapPx: 1024 };
const LARGEST_PX = 800;
/** The smallest is for lines, the next for cards. */
const SIZES_PX = [192, 320, LARGEST_PX];
const AVIF = { quality: 56, effort: 4 };
const WEBP = { quality: 80, effort: 5, alphaQuality: 80 };
/** The shop's own grounds for pictures, by day and by night. */
const GROUNDS = ['#eceeee', '#575d61'];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    draft: { type: 'boolean', default: false },
    sheet: { type: 'string' },
    columns: { type: 'string', default: '3' },
    width: { type: 'string' },
    sizes: { type: 'boolean', default: false },
  },
});

const recordShape = z.record(z.string(), z.string());

interface Model {
  readonly code: string;
  readonly file: string;
}

/** Code and file of every model; a file that can't be read is told and left out, so that one mistake doesn't stop all. */
async function allModels(): Promise<Model[]> {
  const found: Model[] = [];
  for (const file of readdirSync(join(projectFolder, MODELS)).filter((name) => name.endsWith('.js'))) {
    try {
      const module: { default: Record<string, unknown> } = await import(join(projectFolder, MODELS, file));
      found.push(...Object.keys(module.default).map((code) => ({ code, file })));
    } catch (error) {
      console.error(`${file} can't be read: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
  return found;
}

async function openPage(shadowMapPx: number) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  const page = await browser.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || /THREE/.test(message.text()))
      console.error(`  ${message.text().slice(0, 2000)}`);
  });
  page.on('pageerror', (error) => console.error(`  ${error.message}`));
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: studioPage });
    const path = normalize(join(projectFolder, pathname));
    if (!path.startsWith(projectFolder) || !existsSync(path)) return route.fulfill({ status: 404 });
    return route.fulfill({ contentType: contentTypes[extname(path)] ?? 'application/octet-stream', path });
  });
  await page.goto(`${ORIGIN}/`);
  await page.waitForFunction('globalThis.openPictures !== undefined');
  await page.evaluate(`openPictures(${shadowMapPx})`);
  return { browser, page };
}

const contentTypes: Record<string, string> = { '.js': 'text/javascript', '.woff2': 'font/woff2' };

const studioPage = `<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<style>
  @font-face {
    font-family: 'Barlow Condensed';
    font-weight: 600;
    src: url('/node_modules/@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2');
  }
</style>
<script type="importmap">
  { "imports": {
    "three": "/node_modules/three/build/three.module.js",
    "three/addons/": "/node_modules/three/examples/jsm/"
  } }
</script>
<script type="module" src="/scripts/pictures/page.js"></script>`;

const inPage = async (page: Page, call: string, ...given: unknown[]) =>
  z.string().parse(await page.evaluate(`${call}(${given.map((value) => JSON.stringify(value)).join()})`));

const fileOf = (code: string, widthPx: number, format: string) =>
  join(projectFolder, OUTPUT, `${code}-${widthPx}.${format}`);

/** @returns how many bytes all of them have */
async function writeSizes(code: string, picture: Buffer, widthsPx: readonly number[]) {
  mkdirSync(join(projectFolder, OUTPUT), { recursive: true });
  let bytes = 0;
  for (const widthPx of widthsPx) {
    const sized = sharp(picture).resize(widthPx, Math.round(widthPx * 0.75));
    const files = [
      await sized
        .clone()
        .avif(AVIF)
        .toFile(fileOf(code, widthPx, 'avif')),
      await sized
        .clone()
        .webp(WEBP)
        .toFile(fileOf(code, widthPx, 'webp')),
    ];
    bytes += files.reduce((sum, file) => sum + file.size, 0);
  }
  return bytes;
}

/** What a new size needs, where the pictures are drawn already. */
async function writeMissingSizes() {
  for (const { code } of models) {
    const missing = SIZES_PX.filter((widthPx) => !existsSync(fileOf(code, widthPx, 'avif')));
    if (missing.length === 0) continue;
    const bytes = await writeSizes(code, readFileSync(fileOf(code, LARGEST_PX, 'webp')), missing);
    console.log(`${code}: ${missing.join(', ')}, ${(bytes / 1000).toFixed(1)} kB`);
  }
}

/** Rows of pictures on the light ground, each with the same row on the dark ground under it. */
async function writeSheet(path: string, pictures: Map<string, Buffer>, columns: number, widthPx: number) {
  const heightPx = Math.round(widthPx * 0.75);
  const captionPx = 22;
  const rowPx = (heightPx + captionPx) * GROUNDS.length;
  const rows = Math.ceil(pictures.size / columns);
  const layers: OverlayOptions[] = [];
  let index = 0;
  for (const [code, png] of pictures) {
    const left = (index % columns) * widthPx;
    const top = Math.floor(index / columns) * rowPx;
    const picture = await sharp(png).resize(widthPx, heightPx).toBuffer();
    for (const [turn, ground] of GROUNDS.entries()) {
      const y = top + turn * (heightPx + captionPx);
      const words = `<svg width="${widthPx}" height="${heightPx + captionPx}"><rect width="100%" height="100%" fill="${ground}"/>
        <text x="8" y="16" font-size="15" font-family="sans-serif" fill="${turn === 0 ? '#333' : '#ddd'}">${code}</text></svg>`;
      layers.push({ input: Buffer.from(words), left, top: y });
      layers.push({ input: picture, left, top: y + captionPx });
    }
    index += 1;
  }
  await sharp({
    create: { width: columns * widthPx, height: rows * rowPx, channels: 3, background: '#eceded' },
  })
    .composite(layers)
    .png()
    .toFile(path);
}

const recordPath = join(projectFolder, RECORD);

const readRecord = () =>
  existsSync(recordPath) ? recordShape.parse(JSON.parse(readFileSync(recordPath, 'utf8'))) : {};

/** Reads the record anew before it changes one line, since several may draw at the same time. */
function note(code: string, fingerprint: string) {
  const lines = Object.entries({ ...readRecord(), [code]: fingerprint }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(recordPath, `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`);
}

const models = await allModels();
const unknown = positionals.filter((code) => !models.some((model) => model.code === code));
if (unknown.length > 0) {
  console.error(`There is no model of ${unknown.join(', ')}.`);
  process.exit(1);
}
if (options.sizes) {
  await writeMissingSizes();
  process.exit();
}
const chosen = positionals.length > 0 ? models.filter(({ code }) => positionals.includes(code)) : models;
const quality = options.draft ? DRAFT : FINAL;
const { browser, page } = await openPage(quality.shadowMapPx);
try {
  const before = readRecord();
  const drawn = new Map<string, Buffer>();
  const drafts = options.draft ? mkdtempSync(join(tmpdir(), 'pictures-')) : undefined;
  for (const { code, file } of chosen) {
    const begun = performance.now();
    try {
      const fingerprint = await inPage(page, 'fingerprintOf', file, code);
      if (drafts === undefined && positionals.length === 0 && before[code] === fingerprint) continue;
      const png = Buffer.from(await inPage(page, 'drawPart', file, code, quality), 'base64');
      drawn.set(code, png);
      let outcome = '';
      if (drafts === undefined) {
        outcome = `, ${Math.round((await writeSizes(code, png, SIZES_PX)) / 1000)} kB`;
        note(code, fingerprint);
      } else writeFileSync(join(drafts, `${code}.png`), png);
      console.log(`${code}: ${((performance.now() - begun) / 1000).toFixed(1)} s${outcome}`);
    } catch (error) {
      console.error(
        `${code}: ${error instanceof Error ? error.message.split('\n').slice(0, 4).join('\n') : error}`,
      );
      process.exitCode = 1;
    }
  }
  if (drafts !== undefined) console.log(`Drafts are in ${drafts}`);
  if (options.sheet !== undefined && drawn.size > 0) {
    await writeSheet(
      options.sheet,
      drawn,
      Math.min(Number(options.columns), drawn.size),
      Number(options.width ?? quality.widthPx),
    );
  }
} finally {
  await browser.close();
}
