/** Draws receipts in a thread of its own: shaping and subsetting typefaces would hold up every other answer. */
import { parentPort } from 'node:worker_threads';
import type { Receipt } from '#domain/ordering/receipt.ts';
import { drawReceiptPdf } from './receipt-pdf.ts';

export type Commission = { readonly id: number; readonly receipt: Receipt; readonly at: Date };
export type Delivery = { readonly id: number } & (
  | { readonly bytes: Uint8Array }
  | { readonly failure: string }
);

parentPort?.on('message', async ({ id, receipt, at }: Commission) => {
  try {
    // A copy in memory of its own, which can be handed over without another one.
    const bytes = new Uint8Array(await drawReceiptPdf(receipt, at));
    parentPort?.postMessage({ id, bytes } satisfies Delivery, [bytes.buffer]);
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ id, failure } satisfies Delivery);
  }
});
