/**
 * The payment provider beside the shop under test, a process of its own: it makes payments and answers for each what the sandbox
 * once answered for one, with that payment's ids in it, and does nothing else. What a real provider does costs the shop nothing,
 * and this one shares the shop's cores: so it reads of a request no more than it needs.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { answerParent } from '../child-process.ts';
import { listenAnywhere } from '../limits/listen-anywhere.ts';
import type { RecordedCall, RecordedPayment } from '../record-payment.ts';

/** A payment that has succeeded. */
export type Payment = { readonly intentId: string; readonly orderId: string };
export type AskProvider =
  | { readonly recorded: RecordedPayment }
  /** From now on it knows of these as succeeded. */
  | { readonly payments: readonly Payment[] };

const known = new Map<string, Payment>();
const ASKED_FOR = /^GET \/v1\/payment_intents\/(\w+)/;
const NEW = /^POST \/v1\/payment_intents /;
/** Among the fields of a new one's form, whose names have brackets in them. */
const OF_ORDER = /orderId%5D=([\w-]+)/;
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const END_OF_HEAD = '\r\n\r\n';
const NO_SUCH_PAYMENT =
  '{"error":{"type":"invalid_request_error","code":"resource_missing","message":"No such payment"}}';

function serve({ madeReady, confirmed }: RecordedPayment): Promise<{ port: number }> {
  const answerAs = ({ answerOfProvider, of }: RecordedCall, { intentId, orderId }: Payment): string =>
    answerOf(
      '200 OK',
      answerOfProvider.replaceAll(of.texts.intentId ?? '', intentId).replaceAll(of.texts.id ?? '', orderId),
    );
  const answerTo = (request: string): string => {
    if (NEW.test(request)) {
      const [, orderId = ''] = OF_ORDER.exec(request) ?? [];
      return answerAs(madeReady, { intentId: `pi_bench${randomUUID().replaceAll('-', '')}`, orderId });
    }
    const payment = known.get(ASKED_FOR.exec(request)?.[1] ?? '');
    return payment === undefined ? answerOf('404 Not Found', NO_SUCH_PAYMENT) : answerAs(confirmed, payment);
  };
  const server = createServer({ noDelay: true }, (socket) => {
    let received = '';
    // A character is a byte.
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      received += text;
      for (let length = lengthOfFirst(received); length !== undefined; length = lengthOfFirst(received)) {
        socket.write(answerTo(received.slice(0, length)));
        received = received.slice(length);
      }
    });
    // The shop closes what it needs no more, as it likes.
    socket.on('error', () => socket.destroy());
  });
  return listenAnywhere(server);
}

/** Of the first request with its body; undefined where it has not come whole. */
function lengthOfFirst(received: string): number | undefined {
  const endOfHead = received.indexOf(END_OF_HEAD);
  if (endOfHead < 0) return undefined;
  const [, bodyLength = '0'] = LENGTH.exec(received.slice(0, endOfHead)) ?? [];
  const length = endOfHead + END_OF_HEAD.length + Number(bodyLength);
  return length <= received.length ? length : undefined;
}

function answerOf(status: string, body: string): string {
  const length = Buffer.byteLength(body);
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${length}${END_OF_HEAD}${body}`;
}

answerParent<AskProvider, { port: number }>(async (ask) => {
  if ('recorded' in ask) return serve(ask.recorded);
  for (const payment of ask.payments) known.set(payment.intentId, payment);
  return { port: 0 };
});
