/** A rendered page as the bytes that are sent, and the same page after stock has moved. */
import type { UnitsForSale } from '#server/platform/cache/shown.ts';

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
  /** The page as it is with these numbers of units; undefined where it has to be rendered anew. */
  restock(units: UnitsForSale): PageBytes | undefined;
};

/** A slot, and where its text stands among the bytes. */
type Place = { readonly slot: StockSlot; readonly from: number; readonly to: number };

export const textOf = (piece: PagePiece): string => (typeof piece === 'string' ? piece : piece.text);

/** The pieces one behind the other, in memory of their own (see `ownBytes`). */
export function pageBytes(pieces: readonly (PagePiece | Uint8Array)[]): PageBytes {
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
  return { bytes, restock: (units) => bytesRestocked(bytes, places, units) };
}

const isSlot = (piece: PagePiece | Uint8Array | undefined): piece is StockSlot =>
  typeof piece === 'object' && !(piece instanceof Uint8Array);

function bytesRestocked(bytes: Buffer, places: readonly Place[], units: UnitsForSale): PageBytes | undefined {
  const pieces: (StockSlot | Uint8Array)[] = [];
  let end = 0;
  for (const { slot, from, to } of places) {
    const now = units.get(slot.partId);
    const next = now === undefined ? slot : slot.at(now);
    if (next === undefined) return undefined;
    pieces.push(bytes.subarray(end, from), next);
    end = to;
  }
  return pageBytes([...pieces, bytes.subarray(end)]);
}
