/**
 * The typefaces of documents, and which of them sets which character. Each face is a row of files, one for each script;
 * a character is set in the first one that has it. What none has is not set by a wrong or empty sign in silence: it
 * comes back as a gap, for the document to mark and to speak of.
 */
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { unpackWoff } from './unpack-woff.ts';

/** `text` to read, `strong` for what counts, `head` for headings, `code` for numbers that are copied. */
export type Face = 'text' | 'strong' | 'head' | 'code';

/** A piece of text that one font sets. */
export type Run = {
  readonly text: string;
  /** The name of the font, or null where no font has these characters. */
  readonly font: string | null;
};

type FontFile = { readonly name: string; readonly path: string };

const barlow = (family: 'barlow' | 'barlow-condensed', weight: number): FontFile[] =>
  ['latin', 'latin-ext', 'vietnamese'].map((script) => fontFile(family, script, weight));
const mono = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek'].map((script) =>
  fontFile('jetbrains-mono', script, 400),
);
// What Barlow does not have.
const others = (weight: number): FontFile[] => [
  ...['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'latin-ext', 'devanagari'].map((script) =>
    fontFile('noto-sans', script, weight),
  ),
  fontFile('noto-sans-bengali', 'bengali', weight),
];

function fontFile(family: string, script: string, weight: number): FontFile {
  const name = `${family}-${script}-${weight}-normal`;
  return { name, path: `@fontsource/${family}/files/${name}.woff` };
}

const FACES: Readonly<Record<Face, readonly FontFile[]>> = {
  text: [...barlow('barlow', 400), ...others(400)],
  strong: [...barlow('barlow', 600), ...others(600)],
  head: [...barlow('barlow-condensed', 600), ...others(600)],
  code: [...mono, ...others(400)],
};
const ALL = new Map(
  Object.values(FACES)
    .flat()
    .map((file) => [file.name, file]),
);

const bytesOf = new Map<string, Buffer>();
const fontOf = new Map<string, Font>();

/** The bytes of a font, read once. */
export function fontBytes(name: string): Buffer {
  const known = bytesOf.get(name);
  if (known !== undefined) return known;
  const file = ALL.get(name);
  if (file === undefined) throw new Error(`there is no font ${name}`);
  const bytes = unpackWoff(readFileSync(new URL(import.meta.resolve(file.path))));
  bytesOf.set(name, bytes);
  return bytes;
}

function openFont(name: string): Font {
  const known = fontOf.get(name);
  if (known !== undefined) return known;
  const font = create(fontBytes(name));
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${name} is not one font`);
  fontOf.set(name, font);
  return font;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
// Joiners and variation selectors shape what is beside them; a font need not have them.
const SHAPING = /\u200c|\u200d|[\ufe00-\ufe0f]/gu;

/** Cuts a text into runs, each set by one font; a run goes on as long as its font has the characters. */
export function runsOf(text: string, face: Face): Run[] {
  const runs: { text: string; font: string | null }[] = [];
  for (const { segment } of graphemes.segment(text.normalize('NFC'))) {
    const last = runs.at(-1);
    const font = fontFor(segment, face, last?.font ?? undefined);
    if (last !== undefined && last.font === font) last.text += segment;
    else runs.push({ text: segment, font });
  }
  return runs;
}

function fontFor(grapheme: string, face: Face, before: string | undefined): string | null {
  const letters = grapheme.replace(SHAPING, '');
  const has = (name: string) =>
    Array.from(letters).every((letter) => openFont(name).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  const [first, ...rest] = FACES[face];
  // Latin and its signs always in the face itself, a space in the midst of another script in that one.
  if (first !== undefined && has(first.name) && (letters.trim() !== '' || before === undefined))
    return first.name;
  if (before !== undefined && has(before)) return before;
  if (first !== undefined && has(first.name)) return first.name;
  return rest.find(({ name }) => has(name))?.name ?? null;
}
