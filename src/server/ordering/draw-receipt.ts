/**
 * Has receipts drawn beside the server's own thread, which goes on answering meanwhile. One thread draws one after the
 * other; it begins with the first receipt and ends after a while without any.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Receipt } from '#domain/ordering/receipt.ts';
import { PROJECT } from '#server/platform/project-folder.ts';
import type { Commission, Delivery } from './receipt-worker.ts';

type Waiting = {
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
};

/** A thread begins with a file, which is this one wherever the server itself is run from. */
const WORKER = join(PROJECT, 'src/server/ordering/receipt-worker.ts');
/** How long the thread waits for another receipt: its typefaces take some megabytes. */
const IDLE_MS = 60_000;

let worker: Worker | undefined;
let lastId = 0;
let idle: NodeJS.Timeout | undefined;
const waiting = new Map<number, Waiting>();

/**
 * The document as bytes of a PDF; the same receipt and moment give the same bytes.
 *
 * @param at when the order became what the receipt says
 */
export function drawReceipt(receipt: Receipt, at: Date): Promise<Uint8Array> {
  clearTimeout(idle);
  const drawer = worker ?? openWorker();
  worker = drawer;
  lastId += 1;
  const commission: Commission = { id: lastId, receipt, at };
  return new Promise((resolve, reject) => {
    waiting.set(commission.id, { resolve, reject });
    drawer.postMessage(commission);
  });
}

function openWorker(): Worker {
  const opened = new Worker(WORKER);
  // Nobody's shutting down waits for it.
  opened.unref();
  opened.on('message', (delivery: Delivery) => {
    const asked = waiting.get(delivery.id);
    waiting.delete(delivery.id);
    if ('bytes' in delivery) asked?.resolve(delivery.bytes);
    else asked?.reject(new Error('a receipt could not be drawn', { cause: delivery.failure }));
    if (waiting.size === 0) rest();
  });
  opened.on('error', (error: Error) => fail(opened, error));
  opened.on('exit', (code) => fail(opened, new Error(`the thread that draws receipts ended with ${code}`)));
  return opened;
}

/** The next receipt begins with another thread; what this one had to draw is not drawn. */
function fail(gone: Worker, error: Error): void {
  if (worker !== gone) return;
  worker = undefined;
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
}

function rest(): void {
  idle = setTimeout(() => {
    const resting = worker;
    worker = undefined;
    void resting?.terminate();
  }, IDLE_MS);
  idle.unref();
}
