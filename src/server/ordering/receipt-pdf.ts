/** Draws the document about an order: the same words as the page to print, on as many sheets of A4 as they take. */
import type { Receipt, ReceiptLine } from '#domain/ordering/receipt.ts';
import { openPaper, type Paper, type Place, type TextStyle } from '#server/platform/pdf/paper.ts';

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

/** Three columns: what and when, who, and where to. */
function drawParties(sheet: Sheet): void {
  const { paper, receipt } = sheet;
  const top = sheet.y;
  const [facts, buyer, delivery] = COLUMNS;
  let lowest = top;
  paper.draw(paper.root, 'P', () => {
    let y = top;
    for (const { label, value } of receipt.facts) {
      paper.drawLine(paper.measure(label, LABEL), LABEL, facts.x, y);
      const isCode = label === 'Transaction' || label === 'Order';
      const style = isCode ? { ...CODE, colour: INK } : TEXT;
      for (const line of paper.wrap(value, style, facts.width - 64)) {
        paper.drawLine(line, style, facts.x + 64, y);
        y += LEADING_PT;
      }
    }
    lowest = Math.max(lowest, y);
  });
  for (const [label, texts, column] of [
    ['Buyer', receipt.buyer, buyer],
    ['Deliver to', receipt.delivery, delivery],
  ] as const) {
    paper.draw(paper.root, 'P', () => {
      paper.drawLine(paper.measure(label, LABEL), LABEL, column.x, top);
      let y = top + LEADING_PT;
      for (const line of texts.flatMap((text) => paper.wrap(text, TEXT, column.width))) {
        paper.drawLine(line, TEXT, column.x, y);
        y += LEADING_PT;
      }
      lowest = Math.max(lowest, y);
    });
  }
  sheet.y = lowest + 22;
}

/** Where the columns of the table stand; what is counted ends at its `x`. */
const CELLS = [
  { key: 'name', head: 'Part', x: LEFT, width: 176, align: 'start', style: TEXT },
  { key: 'sku', head: 'Part number', x: LEFT + 188, width: 108, align: 'start', style: CODE },
  { key: 'quantity', head: 'Quantity', x: LEFT + 340, width: 40, align: 'end', style: TEXT },
  { key: 'pricePerUnit', head: 'Price per unit', x: LEFT + 420, width: 76, align: 'end', style: TEXT },
  { key: 'amount', head: 'Amount', x: RIGHT, width: 76, align: 'end', style: STRONG },
] as const;

function drawLines(sheet: Sheet): void {
  const { paper, receipt } = sheet;
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
  sheet.y += 20;
}

function drawRow(sheet: Sheet, table: Place, line: ReceiptLine): void {
  const { paper } = sheet;
  const cells = CELLS.map((cell) => {
    const set = paper
      .wrap(line[cell.key], cell.style, cell.width)
      .map((text) => ({ text, style: cell.style }));
    // What it was ordered for stands under its name.
    const under = cell.key === 'name' && line.fit !== '' ? paper.wrap(line.fit, NOTE, cell.width) : [];
    return { cell, set: [...set, ...under.map((text) => ({ text, style: NOTE }))] };
  });
  const height = Math.max(...cells.map(({ set }) => set.length)) * LEADING_PT;
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
  sheet.y = TOP + 12;
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
  if (sheet.y + height > BOTTOM) {
    paper.addPage();
    sheet.y = TOP;
  }
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
  if (sheet.y + 2 * LEADING_PT > BOTTOM) {
    sheet.paper.addPage();
    sheet.y = TOP;
  }
  drawParagraph(sheet, 'P', text, SMALL, LEADING_PT);
}
