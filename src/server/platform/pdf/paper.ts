/**
 * Paper to set text on: an A4 document whose characters are real ones, that is tagged for people who listen to it, and
 * whose bytes are the same for the same content. Lengths are in points; y grows downwards, and text stands on its
 * baseline.
 */
import PDFDocument from 'pdfkit';
import { type Face, fontBytes, type Run, runsOf } from './typefaces.ts';

export type TextStyle = { readonly face: Face; readonly sizePt: number; readonly colour: string };
/** A line of text that fits, and its width. */
export type SetLine = { readonly runs: readonly Run[]; readonly widthPt: number };
export type Align = 'start' | 'end';
/** A place in the document's structure. */
export type Place = PDFKit.PDFStructureElement;

/** `scope` says whose head a table's head is. */
export type PlaceOptions = PDFKit.Mixins.StructureElementOptions & { readonly scope?: 'Column' };

export type PaperSettings = {
  readonly title: string;
  readonly author: string;
  /** BCP 47. */
  readonly language: string;
  /** When the content became what it is; stands in the file for the time of its making. */
  readonly at: Date;
};

const A4 = { widthPt: 595.28, heightPt: 841.89 } as const;

export type Paper = ReturnType<typeof openPaper>;

/** Opens a document with one empty page. */
export function openPaper({ title, author, language, at }: PaperSettings) {
  const doc = new PDFDocument({
    size: [A4.widthPt, A4.heightPt],
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, Producer: 'Mainshaft', Creator: author, CreationDate: at },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const registered = new Set<string>();
  const widths = new Map<string, number>();
  const root: Place = doc.struct('Document');
  doc.addStructure(root);
  let hasGaps = false;

  function take(font: string, sizePt: number): void {
    if (!registered.has(font)) {
      registered.add(font);
      doc.registerFont(font, fontBytes(font));
    }
    doc.font(font).fontSize(sizePt);
  }

  function widthOf({ text, font }: Run, sizePt: number): number {
    // A gap is a box for each character.
    if (font === null) return Array.from(text).length * GAP_EM * sizePt;
    const key = `${font} ${sizePt} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    take(font, sizePt);
    const width = doc.widthOfString(text, { features: featuresOf(font) });
    widths.set(key, width);
    return width;
  }

  function measure(text: string, style: TextStyle): SetLine {
    const runs = runsOf(text, style.face);
    return { runs, widthPt: runs.reduce((sum, run) => sum + widthOf(run, style.sizePt), 0) };
  }

  /** Breaks a text into lines that are no wider than this: between words, and within one only where it is too long. */
  function wrap(text: string, style: TextStyle, widthPt: number): SetLine[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(/\s+/).filter((each) => each !== '')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (measure(longer, style).widthPt <= widthPt) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      const pieces = breakWord(word, (piece) => measure(piece, style).widthPt <= widthPt);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? '';
    }
    if (line !== '') lines.push(line);
    return lines.map((each) => measure(each, style));
  }

  /** Draws a line at a baseline: from x to the right, or to the left of it. */
  function drawLine(line: SetLine, style: TextStyle, xPt: number, yPt: number, align: Align = 'start'): void {
    let x = align === 'start' ? xPt : xPt - line.widthPt;
    for (const run of line.runs) {
      drawRun(run, style, x, yPt);
      x += widthOf(run, style.sizePt);
    }
  }

  function drawRun(run: Run, { sizePt, colour }: TextStyle, x: number, y: number): void {
    if (run.font === null) {
      hasGaps = true;
      doc.markContent('Span', { actual: run.text });
      const side = GAP_EM * sizePt;
      for (const index of Array.from(run.text).keys()) {
        doc
          .rect(x + index * side + 0.12 * side, y - 0.78 * side, 0.76 * side, 0.82 * side)
          .lineWidth(0.06 * sizePt)
          .stroke(colour);
      }
      doc.endMarkedContent();
      return;
    }
    // Where signs are shaped and moved, the order of glyphs is not the order of letters: the letters stand beside them.
    const isShaped = SHAPED.test(run.font);
    if (isShaped) doc.markContent('Span', { actual: run.text });
    take(run.font, sizePt);
    doc
      .fillColor(colour)
      .text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic', features: featuresOf(run.font) });
    if (isShaped) doc.endMarkedContent();
  }

  return {
    widthPt: A4.widthPt,
    heightPt: A4.heightPt,
    root,
    measure,
    wrap,
    drawLine,
    /** Whether something drawn so far had characters that no typeface has. */
    hasGaps: () => hasGaps,

    /** A place below another one, for what is drawn there or for places below it. End it before its parent ends. */
    place(parent: Place, type: string, options: PlaceOptions = {}): Place {
      const element = doc.struct(type, options);
      parent.add(element);
      return element;
    },

    /** Draws what belongs to a place. */
    draw(parent: Place, type: string, drawing: () => void, options: PlaceOptions = {}): void {
      const element = doc.struct(type, options);
      parent.add(element);
      element.add(drawing);
      element.end();
    },

    /** Draws what says nothing: rules, and what repeats on every page. */
    decorate(drawing: () => void): void {
      doc.markContent('Artifact', { type: 'Layout' });
      drawing();
      doc.endMarkedContent();
    },

    rule(xPt: number, yPt: number, widthPt: number, thicknessPt: number, colour: string): void {
      doc.rect(xPt, yPt, widthPt, thicknessPt).fill(colour);
    },

    addPage(): void {
      doc.addPage();
    },

    /** Ends the document: on each page its foot is drawn, then the bytes are given. */
    finish(drawFoot: (page: number, pages: number) => void): Promise<Uint8Array> {
      root.end();
      const { start, count } = doc.bufferedPageRange();
      for (let index = 0; index < count; index += 1) {
        doc.switchToPage(start + index);
        doc.markContent('Artifact', { type: 'Pagination' });
        drawFoot(index + 1, count);
        doc.endMarkedContent();
      }
      doc.end();
      return whole;
    },
  };
}

/** The width of the box for a character that no typeface has, in parts of the type size. */
const GAP_EM = 0.62;
const SHAPED = /bengali|devanagari/;

/** Figures of one width where the font has them. */
function featuresOf(font: string): PDFKit.Mixins.OpenTypeFeatures[] {
  return font.startsWith('barlow') ? ['tnum'] : [];
}

/** Cuts a word that is too long into the longest pieces that fit, at least one character each. */
function breakWord(word: string, fits: (piece: string) => boolean): string[] {
  if (fits(word)) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word)) {
    if (piece !== '' && !fits(piece + segment)) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
}
