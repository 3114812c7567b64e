/**
 * The limit of an order, a process of its own: `pg` and nothing else, sending the shop's own transaction again and again
 * over a pool of the size that the shop has.
 */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { answerParent } from '../child-process.ts';
import { type OrderMix, partsOfOrder } from '../order-mix.ts';
import { type Slice, type Timing, watchSlice } from '../slice.ts';
import { type RecordedTransaction, transactionFor } from './order-transaction.ts';

export type TransactionLoad = {
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly recorded: RecordedTransaction;
  readonly mix: OrderMix;
  readonly buyerIds: readonly string[];
  /** How long to go on; or this many transactions, one after the other and unmeasured. */
  readonly timing: Timing | { readonly transactions: number };
  readonly databasePid: number | undefined;
};

const UNPAID_MS = 2 * 3_600_000;
// The numbers of the shop's orders end in digits, so none of these is ever one.
const NUMBER_MARK = `B${process.pid.toString(36)}-`;
let running = 0;

async function place({ recorded, mix, buyerIds }: TransactionLoad, pool: pg.Pool): Promise<void> {
  running += 1;
  const placedAt = new Date();
  const statements = transactionFor(recorded, {
    id: randomUUID(),
    number: `MS-${NUMBER_MARK}${running}`,
    buyerId: buyerIds[running % buyerIds.length] ?? '',
    idempotencyKey: randomUUID(),
    partIds: partsOfOrder(mix, running).map((part) => part.id),
    placedAt,
    expiresAt: new Date(placedAt.getTime() + UNPAID_MS),
  });
  const client = await pool.connect();
  try {
    for (const { name, text, values } of statements) {
      await client.query(
        name === undefined ? { text, values: [...values] } : { name, text, values: [...values] },
      );
    }
    client.release();
  } catch (error) {
    // The connection is thrown away with its open transaction.
    client.release(true);
    throw error;
  }
}

async function makeLoad(load: TransactionLoad): Promise<Slice | undefined> {
  const pool = new pg.Pool({ connectionString: load.databaseUrl, max: load.poolSize });
  try {
    if ('transactions' in load.timing) {
      for (let left = load.timing.transactions; left > 0; left -= 1) await place(load, pool);
      return undefined;
    }
    const { timing, databasePid } = load;
    return await watchSlice(timing, { serverPid: process.pid, databasePid }, (record) => {
      let isStopping = false;
      const buy = async () => {
        while (!isStopping) {
          const beganAt = performance.now();
          await place(load, pool);
          record(performance.now() - beganAt);
        }
      };
      const buyers = Promise.all(Array.from({ length: timing.connections }, buy));
      // Looked at when the load is stopped; until then a failure is not "unhandled".
      buyers.catch(() => {});
      return async () => {
        isStopping = true;
        await buyers;
      };
    });
  } finally {
    await pool.end();
  }
}

answerParent<TransactionLoad, Slice | undefined>(makeLoad);
