/** A rendered page as the bytes that are sent, and the same page after stock has moved. */
import { createHash } from 'node:crypto';
import type { UnitsForSale } from '#server/platform/cache/shown.ts';
import { entityTagOf } from '#server/platform/serve/answer.ts';

/** Where a page says how many units of a part are for sale. */
export type StockSlot = {
  readonly partId: number;
  /** What stands there. */
  readonly text: string;
  /** The same for another number of units; undefined where more of the page would be another than this text. */
  at(units: number): StockSlot | undefined;
};
export type PagePiece = string | StockSlot;

export type PageBytes = {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Of these bytes, as an entity tag: the same for the same pieces, another for other bytes. */
  readonly tag: string;
  /** The page as it is with these numbers of units; undefined where it has to be rendered anew. */
  restock(units: UnitsForSale): PageBytes | undefined;
};

/** A slot, and where its text stands among the bytes. */
type Place = { readonly slot: StockSlot; readonly from: number; readonly to: number };

export const textOf = (piece: PagePiece): string => (typeof piece === 'string' ? piece : piece.text);

/** The pieces one behind the other, in memory of their own (see `ownBytes`). */
export function pageBytes(pieces: readonly PagePiece[]): PageBytes {
  const { bytes, places } = oneBehindTheOther(pieces);
  const around = createHash('sha256');
  let end = 0;
  for (const { from, to } of places) {
    around.update(bytes.subarray(end, from));
    end = to;
  }
  return pageAround(around.update(bytes.subarray(end)).digest('base64url'), bytes, places);
}

/** @param around tells apart what stands around the slots: to read all of it again for a few numbers is a fifteenth of the work */
function pageAround(around: string, bytes: PageBytes['bytes'], places: readonly Place[]): PageBytes {
  return {
    bytes,
    tag: entityTagOf(JSON.stringify([around, places.map(({ slot, from }) => [from, slot.text])])),
    restock(units) {
      const pieces = piecesWith(units, bytes, places);
      if (pieces === undefined) return undefined;
      const next = oneBehindTheOther(pieces);
      return pageAround(around, next.bytes, next.places);
    },
  };
}

function oneBehindTheOther(pieces: readonly (PagePiece | Uint8Array)[]) {
  const written = pieces.map((piece) => (piece instanceof Uint8Array ? piece : textOf(piece)));
  const bytes = Buffer.allocUnsafeSlow(written.reduce((sum, one) => sum + Buffer.byteLength(one), 0));
  const places: Place[] = [];
  let end = 0;
  for (const [index, one] of written.entries()) {
    const from = end;
    if (typeof one === 'string') end += bytes.write(one, from);
    else {
      bytes.set(one, from);
      end += one.length;
    }
    const piece = pieces[index];
    if (isSlot(piece)) places.push({ slot: piece, from, to: end });
  }
  return { bytes, places };
}

const isSlot = (piece: PagePiece | Uint8Array | undefined): piece is StockSlot =>
  typeof piece === 'object' && !(piece instanceof Uint8Array);

/** What the page is made of with these numbers of units; undefined where it has to be rendered anew. */
function piecesWith(units: UnitsForSale, bytes: Buffer, places: readonly Place[]) {
  const pieces: (StockSlot | Uint8Array)[] = [];
  let end = 0;
  for (const { slot, from, to } of places) {
    const now = units.get(slot.partId);
    const next = now === undefined ? slot : slot.at(now);
    if (next === undefined) return undefined;
    pieces.push(bytes.subarray(end, from), next);
    end = to;
  }
  return [...pieces, bytes.subarray(end)];
}
