/**
 * The payment provider beside the shop under test, a process of its own: it answers for each payment what the sandbox once
 * answered for one, with that payment's ids in it, and does nothing else. What a real provider does costs the shop nothing,
 * and this one shares the shop's cores: so it reads of a request no more than it needs.
 */
import { createServer } from 'node:net';
import { answerParent } from '../child-process.ts';
import { listenAnywhere } from '../limits/listen-anywhere.ts';
import type { RecordedPayment } from '../record-payment.ts';

/** A payment that has succeeded. */
export type Payment = { readonly intentId: string; readonly orderId: string };
export type AskProvider =
  | { readonly recorded: Pick<RecordedPayment, 'answerOfProvider' | 'of'> }
  /** From now on it knows of these. */
  | { readonly payments: readonly Payment[] };

const known = new Map<string, Payment>();
const INTENT = /^GET \/v1\/payment_intents\/(\w+)/;
const END_OF_REQUEST = '\r\n\r\n';
const NO_SUCH_PAYMENT =
  '{"error":{"type":"invalid_request_error","code":"resource_missing","message":"No such payment"}}';

function serve({
  answerOfProvider,
  of,
}: Pick<RecordedPayment, 'answerOfProvider' | 'of'>): Promise<{ port: number }> {
  const { id: orderId = '', intentId = '' } = of.texts;
  const answerTo = (request: string): string => {
    const payment = known.get(INTENT.exec(request)?.[1] ?? '');
    return payment === undefined
      ? answerOf('404 Not Found', NO_SUCH_PAYMENT)
      : answerOf(
          '200 OK',
          answerOfProvider.replaceAll(intentId, payment.intentId).replaceAll(orderId, payment.orderId),
        );
  };
  const server = createServer({ noDelay: true }, (socket) => {
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      // What the shop asks has no body.
      const requests = (received + text).split(END_OF_REQUEST);
      received = requests.pop() ?? '';
      for (const request of requests) socket.write(answerTo(request));
    });
    // The shop closes what it needs no more, as it likes.
    socket.on('error', () => socket.destroy());
  });
  return listenAnywhere(server);
}

function answerOf(status: string, body: string): string {
  const length = Buffer.byteLength(body);
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${length}${END_OF_REQUEST}${body}`;
}

answerParent<AskProvider, { port: number }>(async (ask) => {
  if ('recorded' in ask) return serve(ask.recorded);
  for (const payment of ask.payments) known.set(payment.intentId, payment);
  return { port: 0 };
});
