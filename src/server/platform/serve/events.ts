/** Server-sent events: an async iterable as a stream of bytes. */
import type { ServeLog } from './failure.ts';
import { failureOfFault } from './failure.ts';
import { fieldErrors, parseWith } from './input.ts';
import type { Prepared } from './prepare.ts';

const encoder = new TextEncoder();
const KEEP_ALIVE = encoder.encode(': keep-alive\n\n');
/** Tells our clients that the stream is complete, which a closed connection alone does not. */
const END = encoder.encode('event: end\ndata:\n\n');

export type EventOptions = {
  readonly log: ServeLog;
  /** A comment is sent this often, so that nothing on the way takes the silence for a dead connection. */
  readonly keepAliveMs: number;
  /** When it aborts, streams end as if they were complete: the server is closing. */
  readonly closing: AbortSignal | undefined;
};

function idLine(event: unknown): string {
  if (typeof event !== 'object' || event === null || !('id' in event)) return '';
  const { id } = event;
  if (typeof id === 'number') return `id: ${id}\n`;
  return typeof id === 'string' && !/[\r\n\0]/.test(id) ? `id: ${id}\n` : '';
}

/**
 * An event as its schema gives it.
 *
 * @throws Error where it does not fit.
 */
export function checkedEvent(operation: Prepared, event: unknown): unknown {
  if (operation.events === undefined) return event;
  const parsed = parseWith(operation.events, event);
  if (parsed.success) return parsed.data;
  const [first] = fieldErrors(parsed.error, 'event');
  throw new Error(
    `${operation.name} sent an event that it does not declare: ${first?.path}: ${first?.message}`,
  );
}

// JSON has no line breaks of its own, so one `data` line holds it.
function frameOf(operation: Prepared, event: unknown): Uint8Array {
  const checked = checkedEvent(operation, event);
  return encoder.encode(`${idLine(checked)}data: ${JSON.stringify(checked)}\n\n`);
}

/**
 * The events as a stream. The iterable is read no faster than the client takes them, and is closed (`return`) when the
 * client goes away. An error in it is logged and sent as `event: error` with the problem, since the status is long gone.
 */
export function eventStream(
  events: AsyncIterable<unknown>,
  operation: Prepared,
  requestId: string,
  options: EventOptions,
): ReadableStream<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  let finish: (() => void) | undefined;
  // Not awaited: a generator that waits for something that never comes would keep the connection's end waiting too.
  const close = () => {
    clearInterval(timer);
    if (finish !== undefined) options.closing?.removeEventListener('abort', finish);
    finish = undefined;
    iterator.return?.().catch((error: unknown) => {
      failureOfFault(options.log, operation.name, requestId, error);
    });
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      finish = () => {
        close();
        controller.enqueue(END);
        controller.close();
      };
      if (options.closing?.aborted === true) return finish();
      options.closing?.addEventListener('abort', finish, { once: true });
      timer = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(KEEP_ALIVE);
      }, options.keepAliveMs);
      timer.unref();
    },
    async pull(controller) {
      try {
        const next = await iterator.next();
        // Closed while waiting.
        if (finish === undefined) return;
        if (next.done === true) finish();
        else controller.enqueue(frameOf(operation, next.value));
      } catch (error) {
        if (finish === undefined) return;
        const problem = failureOfFault(options.log, operation.name, requestId, error).problem(requestId);
        close();
        controller.enqueue(encoder.encode(`event: error\ndata: ${JSON.stringify(problem)}\n\n`));
        controller.close();
      }
    },
    cancel() {
      close();
    },
  });
}

/** What carries an answer, and can be broken off; Node's `ServerResponse` fits. */
export type Connection = { destroy(): unknown };

/**
 * Any bytes that come bit by bit as a stream. An error is logged and breaks the connection off, which is the only way
 * left to say that the answer is not complete.
 */
export function byteStream(
  bytes: AsyncIterable<Uint8Array>,
  operation: Prepared,
  requestId: string,
  log: ServeLog,
  connection: Connection | undefined,
): ReadableStream<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      } catch (error) {
        failureOfFault(log, operation.name, requestId, error);
        if (connection === undefined) controller.error(new Error('The answer broke off'));
        else connection.destroy();
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
