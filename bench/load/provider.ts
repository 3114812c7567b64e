/**
 * The payment provider beside the shop under test, a process of its own: it answers for each payment what the sandbox once
 * answered for one, with that payment's ids in it, and does nothing else. What a real provider does costs the shop nothing.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../child-process.ts';
import type { RecordedPayment } from '../record-payment.ts';

/** A payment that has succeeded. */
export type Payment = { readonly intentId: string; readonly orderId: string };
export type AskProvider =
  | { readonly recorded: Pick<RecordedPayment, 'answerOfProvider' | 'of'> }
  /** From now on it knows of these. */
  | { readonly payments: readonly Payment[] };

const KEEP_ALIVE_MS = 65_000;
const known = new Map<string, Payment>();
const INTENT = /^\/v1\/payment_intents\/(\w+)/;

function serve({
  answerOfProvider,
  of,
}: Pick<RecordedPayment, 'answerOfProvider' | 'of'>): Promise<{ port: number }> {
  const { id: orderId = '', intentId = '' } = of.texts;
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const payment = known.get(INTENT.exec(request.url ?? '')?.[1] ?? '');
    response.writeHead(payment === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(
      payment === undefined
        ? '{"error":{"type":"invalid_request_error","code":"resource_missing","message":"No such payment"}}'
        : answerOfProvider.replaceAll(intentId, payment.intentId).replaceAll(orderId, payment.orderId),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ port });
    });
  });
}

answerParent<AskProvider, { port: number }>(async (ask) => {
  if ('recorded' in ask) return serve(ask.recorded);
  for (const payment of ask.payments) known.set(payment.intentId, payment);
  return { port: 0 };
});
