/**
 * The limit of an order or a payment, a process of its own: `pg` and nothing else, sending the shop's own transaction
 * again and again over a pool of the size that the shop has.
 */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { answerParent } from '../child-process.ts';
import { type OrderMix, partsOfOrder } from '../order-mix.ts';
import { type Slice, type Timing, watchSlice } from '../slice.ts';
import { type Facts, type RecordedTransaction, transactionFor } from './recorded-transaction.ts';

export type TransactionLoad = {
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly recorded: RecordedTransaction;
  /** Orders, made up as they come; or these, each of them once. */
  readonly of:
    | { readonly mix: OrderMix; readonly buyerIds: readonly string[] }
    | { readonly facts: readonly Facts[] };
  /** How long to go on; or this many transactions, one after the other and unmeasured. */
  readonly timing: Timing | { readonly transactions: number };
  readonly databasePid: number | undefined;
};

const UNPAID_MS = 2 * 3_600_000;
// The numbers of the shop's orders end in digits, so none of these is ever one.
const NUMBER_MARK = `B${process.pid.toString(36)}-`;
let running = 0;

/** Facts of one transaction after another. */
function* factsOf(of: TransactionLoad['of']): Generator<Facts, never> {
  if ('facts' in of) {
    yield* of.facts;
    throw new Error('More transactions than were prepared');
  }
  for (;;) {
    running += 1;
    const at = new Date();
    const texts = {
      id: randomUUID(),
      number: `MS-${NUMBER_MARK}${running}`,
      buyerId: of.buyerIds[running % of.buyerIds.length] ?? '',
      idempotencyKey: randomUUID(),
      expiresAt: new Date(at.getTime() + UNPAID_MS).toISOString(),
    };
    yield { texts, partIds: partsOfOrder(of.mix, running).map((part) => part.id), at };
  }
}

async function send(recorded: RecordedTransaction, facts: Facts, pool: pg.Pool): Promise<void> {
  const statements = transactionFor(recorded, facts);
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

/** Open as long as this process is, as the shop's is: connections that have just come read the database's tables anew. */
let open: pg.Pool | undefined;

async function makeLoad(load: TransactionLoad): Promise<Slice | undefined> {
  const { databaseUrl: connectionString, poolSize: max } = load;
  open ??= new pg.Pool({ connectionString, max, idleTimeoutMillis: 0 });
  const pool = open;
  const facts = factsOf(load.of);
  const next = () => send(load.recorded, facts.next().value, pool);
  if ('transactions' in load.timing) {
    for (let left = load.timing.transactions; left > 0; left -= 1) await next();
    return undefined;
  }
  const { timing, databasePid } = load;
  return await watchSlice(timing, { serverPid: process.pid, databasePid }, (record) => {
    let isStopping = false;
    const goOn = async () => {
      while (!isStopping) {
        const beganAt = performance.now();
        await next();
        record(performance.now() - beganAt);
      }
    };
    const everybody = Promise.all(Array.from({ length: timing.connections }, goOn));
    // Looked at when the load is stopped; until then a failure is not "unhandled".
    everybody.catch(() => {});
    return async () => {
      isStopping = true;
      await everybody;
    };
  });
}

answerParent<TransactionLoad, Slice | undefined>(makeLoad);
