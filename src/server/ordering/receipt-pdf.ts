/** Draws the document about an order: the same words as the page to print, on as many sheets of A4 as they take. */
import type { Receipt, ReceiptLine } from '#domain/ordering/receipt.ts';
import {
  openPaper,
  type Paper,
  type Place,
  type SetLine,
  type TextStyle,
} from '#server/platform/pdf/paper.ts';

// The shop's colours for light surfaces, spelled out since paper knows no style sheet of ours.
const INK = '#14171a';
const INK_2 = '#444b50';
const INK_3 = '#5b6368';
const LINE = '#d9dcdd';
const GOOD = '#17652f';

const SHOP: TextStyle = { face: 'head', sizePt: 15, colour: INK };
const TITLE: TextStyle = { face: 'head', sizePt: 26, colour: INK };
const TEXT: TextStyle = { face: 'text', sizePt: 9.5, colour: INK };
const STRONG: TextStyle = { face: 'strong', sizePt: 9.5, colour: INK };
const SMALL: TextStyle = { face: 'text', sizePt: 8.5, colour: INK_3 };
const LABEL: TextStyle = { face: 'strong', sizePt: 8, colour: INK_3 };
const CODE: TextStyle = { face: 'code', sizePt: 8, colour: INK_2 };
/** Under the name of a part. */
const NOTE: TextStyle = { face: 'text', sizePt: 8, colour: INK_2 };
const TOTAL: TextStyle = { face: 'head', sizePt: 18, colour: INK };
const LEADING_PT = 13;

const LEFT = 50;
const RIGHT = 595.28 - 50;
const WIDTH = RIGHT - LEFT;
const TOP = 48;
/** Where a sheet that goes on begins. */
const TOP_GOING_ON = TOP + 12;
/** Nothing but the foot stands below this. */
const BOTTOM = 841.89 - 76;

/**
 * The document as bytes of a PDF. The same receipt and moment give the same bytes.
 *
 * @param at when the order became what the receipt says
 */
export async function drawReceiptPdf(receipt: Receipt, at: Date): Promise<Uint8Array> {
  const paper = openPaper({ title: receipt.documentTitle, author: receipt.shopName, language: 'en', at });
  const sheet: Sheet = { paper, receipt, y: TOP };
  drawHead(sheet);
  drawParties(sheet);
  drawLines(sheet);
  drawTotal(sheet);
  drawGaps(sheet);
  return paper.finish((page, pages) => {
    const y = BOTTOM + 40;
    paper.rule(LEFT, y - 14, WIDTH, 0.5, LINE);
    const name = `${receipt.shopName} · ${receipt.documentTitle}`;
    paper.drawLine(paper.measure(name, SMALL), SMALL, LEFT, y);
    paper.drawLine(paper.measure(`Page ${page} of ${pages}`, SMALL), SMALL, RIGHT, y, 'end');
  });
}

type Sheet = {
  readonly paper: Paper;
  readonly receipt: Receipt;
  /** The next free place, in points from the top. */
  y: number;
};

/** How many lines fit on the sheet, the first of them here. */
const linesThatFit = (y: number): number => Math.floor((BOTTOM - y) / LEADING_PT);

function drawHead(sheet: Sheet): void {
  const { paper, receipt } = sheet;
  paper.decorate(() => paper.rule(LEFT, sheet.y, WIDTH, 3, INK));
  sheet.y += 26;
  const { y } = sheet;
  paper.draw(paper.root, 'P', () => {
    paper.drawLine(paper.measure(receipt.shopName, SHOP), SHOP, LEFT, y);
    paper.drawLine(paper.measure(receipt.shopAddress, SMALL), SMALL, RIGHT, y, 'end');
  });
  sheet.y += 46;
  drawParagraph(sheet, 'H1', receipt.title, TITLE, 30);
  sheet.y -= 8;
  const style = receipt.kind === 'receipt' ? { ...STRONG, colour: GOOD } : STRONG;
  drawParagraph(sheet, 'P', receipt.statement, style, LEADING_PT);
  sheet.y += 16;
}

function drawParagraph(sheet: Sheet, type: string, text: string, style: TextStyle, leadingPt: number): void {
  const { paper } = sheet;
  const lines = paper.wrap(text, style, WIDTH);
  paper.draw(paper.root, type, () => {
    for (const line of lines) {
      paper.drawLine(line, style, LEFT, sheet.y);
      sheet.y += leadingPt;
    }
  });
}

const COLUMNS = [
  { x: LEFT, width: 196 },
  { x: LEFT + 214, width: 130 },
  { x: LEFT + 362, width: WIDTH - 362 },
] as const;
type Column = { readonly x: number; readonly width: number };

/** Three columns: what and when, who, and where to. An address may be longer than a sheet, and goes on on the next one. */
function drawParties(sheet: Sheet): void {
  const { paper, receipt } = sheet;
  const [facts, buyer, delivery] = COLUMNS;
  const wrapped = (texts: readonly string[], { x, width }: Column) => ({
    x,
    set: texts.flatMap((text) => paper.wrap(text, TEXT, width)),
  });
  const parties = [
    { label: 'Buyer', ...wrapped(receipt.buyer, buyer) },
    { label: 'Deliver to', ...wrapped(receipt.delivery, delivery) },
  ];
  const longest = Math.max(...parties.map(({ set }) => set.length));
  let lowest = drawFacts(sheet, facts);
  for (let from = 0, to = 0; from < longest; from = to) {
    if (from > 0) {
      paper.addPage();
      sheet.y = TOP_GOING_ON;
      lowest = sheet.y;
    }
    to = Math.min(longest, from + linesThatFit(sheet.y + LEADING_PT));
    for (const { label, x, set } of parties) {
      if (from < set.length) drawParty(sheet, label, x, set.slice(from, to), from > 0);
    }
    lowest = Math.max(lowest, sheet.y + (1 + to - from) * LEADING_PT);
  }
  sheet.y = lowest + 22;
}

/** Answers where they end. */
function drawFacts({ paper, receipt, y: top }: Sheet, { x, width }: Column): number {
  let y = top;
  paper.draw(paper.root, 'P', () => {
    for (const { label, value } of receipt.facts) {
      paper.drawLine(paper.measure(label, LABEL), LABEL, x, y);
      const isCode = label === 'Transaction' || label === 'Order';
      const style = isCode ? { ...CODE, colour: INK } : TEXT;
      for (const line of paper.wrap(value, style, width - 64)) {
        paper.drawLine(line, style, x + 64, y);
        y += LEADING_PT;
      }
    }
  });
  return y;
}

function drawParty({ paper, y }: Sheet, label: string, x: number, set: SetLine[], goesOn: boolean): void {
  const drawLabel = () => paper.drawLine(paper.measure(label, LABEL), LABEL, x, y);
  // Who listens has heard it.
  if (goesOn) paper.decorate(drawLabel);
  paper.draw(paper.root, 'P', () => {
    if (!goesOn) drawLabel();
    for (const [index, line] of set.entries()) paper.drawLine(line, TEXT, x, y + (index + 1) * LEADING_PT);
  });
}

/** Goes on on the next sheet where there are not so many points left. */
function makeRoom(sheet: Sheet, heightPt: number): void {
  if (sheet.y + heightPt <= BOTTOM) return;
  sheet.paper.addPage();
  sheet.y = TOP;
}

/** Where the columns of the table stand; what is counted ends at its `x`. */
const CELLS = [
  { key: 'name', head: 'Part', x: LEFT, width: 176, align: 'start', style: TEXT },
  { key: 'sku', head: 'Part number', x: LEFT + 188, width: 108, align: 'start', style: CODE },
  { key: 'quantity', head: 'Quantity', x: LEFT + 340, width: 40, align: 'end', style: TEXT },
  { key: 'pricePerUnit', head: 'Price per unit', x: LEFT + 420, width: 76, align: 'end', style: TEXT },
  { key: 'amount', head: 'Amount', x: RIGHT, width: 76, align: 'end', style: STRONG },
] as const;

/** What the heads of the table take of a sheet, and how many lines of a row fit below them. */
const HEADS_PT = 20;
const MAX_ROW_LINES = linesThatFit(TOP_GOING_ON + HEADS_PT);

function drawLines(sheet: Sheet): void {
  const { paper, receipt } = sheet;
  // With a row below them.
  makeRoom(sheet, HEADS_PT + 3 * LEADING_PT);
  const table = paper.place(paper.root, 'Table');
  const heads = paper.place(table, 'TR');
  for (const cell of CELLS) {
    const y = sheet.y;
    const drawing = () => paper.drawLine(paper.measure(cell.head, LABEL), LABEL, cell.x, y, cell.align);
    paper.draw(heads, 'TH', drawing, { scope: 'Column' });
  }
  heads.end();
  ruleUnderHeads(sheet);
  for (const line of receipt.lines) drawRow(sheet, table, line);
  table.end();
}

function ruleUnderHeads(sheet: Sheet): void {
  const { paper } = sheet;
  paper.decorate(() => paper.rule(LEFT, sheet.y + 5, WIDTH, 1, INK));
  sheet.y += HEADS_PT;
}

type Cell = (typeof CELLS)[number];
type StyledLine = { readonly text: SetLine; readonly style: TextStyle };
type SetCell = { readonly cell: Cell; readonly set: readonly StyledLine[] };

function drawRow(sheet: Sheet, table: Place, line: ReceiptLine): void {
  const { paper } = sheet;
  const cells = CELLS.map((cell): SetCell => {
    const set = paper
      .wrap(line[cell.key], cell.style, cell.width)
      .map((text) => ({ text, style: cell.style }));
    // What it was ordered for stands under its name.
    const under = cell.key === 'name' && line.fit !== '' ? paper.wrap(line.fit, NOTE, cell.width) : [];
    return { cell, set: [...set, ...under.map((text) => ({ text, style: NOTE }))] };
  });
  const longest = Math.max(...cells.map(({ set }) => set.length));
  // The conditions of a fit may be longer than a sheet: then it goes on as another row.
  for (let from = 0; from < longest; from += MAX_ROW_LINES) {
    const to = Math.min(longest, from + MAX_ROW_LINES);
    const part = cells.map(({ cell, set }) => ({ cell, set: set.slice(from, to) }));
    drawCells(sheet, table, part, (to - from) * LEADING_PT);
  }
}

function drawCells(sheet: Sheet, table: Place, cells: readonly SetCell[], height: number): void {
  const { paper } = sheet;
  if (sheet.y + height > BOTTOM) turnPage(sheet);
  const { y } = sheet;
  const row = paper.place(table, 'TR');
  for (const { cell, set } of cells) {
    paper.draw(row, 'TD', () =>
      set.forEach(({ text, style }, index) => {
        paper.drawLine(text, style, cell.x, y + index * LEADING_PT, cell.align);
      }),
    );
  }
  row.end();
  paper.decorate(() => paper.rule(LEFT, y + height - LEADING_PT + 6, WIDTH, 0.5, LINE));
  sheet.y += height + 6;
}

/** The next page, with the heads of the table again; who listens has heard them. */
function turnPage(sheet: Sheet): void {
  const { paper } = sheet;
  paper.addPage();
  sheet.y = TOP_GOING_ON;
  paper.decorate(() => {
    for (const cell of CELLS) {
      paper.drawLine(paper.measure(cell.head, LABEL), LABEL, cell.x, sheet.y, cell.align);
    }
  });
  ruleUnderHeads(sheet);
}

function drawTotal(sheet: Sheet): void {
  const { paper, receipt } = sheet;
  const notes = [receipt.totalInWords, ...(receipt.exchange === null ? [] : [receipt.exchange])];
  const set = notes.map((note) => paper.wrap(note, TEXT, WIDTH));
  const height = 34 + (set.flat().length + receipt.deductions.length) * LEADING_PT;
  makeRoom(sheet, height);
  sheet.y += 22;
  paper.draw(paper.root, 'P', () => {
    const label = paper.measure(receipt.totalLabel, TOTAL);
    const total = paper.measure(receipt.total, TOTAL);
    paper.drawLine(label, TOTAL, RIGHT - total.widthPt - 16, sheet.y, 'end');
    paper.drawLine(total, TOTAL, RIGHT, sheet.y, 'end');
  });
  sheet.y += 20;
  for (const [index, lines] of set.entries()) {
    const style = index === 0 ? TEXT : { ...TEXT, colour: INK_2 };
    paper.draw(paper.root, 'P', () => {
      for (const line of lines) {
        paper.drawLine(line, style, RIGHT, sheet.y, 'end');
        sheet.y += LEADING_PT;
      }
    });
  }
  drawDeductions(sheet);
}

/** What went back of the total, and what is left. */
function drawDeductions(sheet: Sheet): void {
  const { paper, receipt } = sheet;
  if (receipt.deductions.length > 0) sheet.y += 6;
  for (const { label, value } of receipt.deductions) {
    makeRoom(sheet, LEADING_PT);
    const { y } = sheet;
    paper.draw(paper.root, 'P', () => {
      const amount = paper.measure(value, STRONG);
      paper.drawLine(paper.measure(label, TEXT), TEXT, RIGHT - amount.widthPt - 12, y, 'end');
      paper.drawLine(amount, STRONG, RIGHT, y, 'end');
    });
    sheet.y += LEADING_PT;
  }
}

/** Says so where the typefaces do not have all characters of a name or an address. */
function drawGaps(sheet: Sheet): void {
  if (!sheet.paper.hasGaps()) return;
  const text =
    'A box stands for a character that the typefaces of this document do not have. The page of this order in the shop shows it.';
  sheet.y += 16;
  makeRoom(sheet, 2 * LEADING_PT);
  drawParagraph(sheet, 'P', text, SMALL, LEADING_PT);
}
