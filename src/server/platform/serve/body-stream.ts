/** A body that is read bit by bit, within its limit. */
import { type Failure, fail } from './failure.ts';

/** The failure of a body of more bytes than an operation takes. */
export function tooLarge(limitBytes: number): Failure {
  const failure = fail('TOO_LARGE', `The body may have at most ${limitBytes} bytes`);
  // The rest of the body is still on its way; a connection of its own is cheaper than reading it to its end.
  failure.headers = { connection: 'close' };
  return failure;
}

/** The failure of a body that did not come to its end. */
export function brokenOff(): Failure {
  return fail('MALFORMED', 'The body broke off');
}

/** A body that the handler reads as it comes, counted. */
export class BodyStream implements AsyncIterable<Uint8Array> {
  readonly #source: AsyncIterable<Uint8Array> | null;
  readonly #limitBytes: number;
  /** Set where the body grew too large or broke off; the iteration then throws. */
  failure: Failure | null = null;

  constructor(source: AsyncIterable<Uint8Array> | null, limitBytes: number) {
    this.#source = source;
    this.#limitBytes = limitBytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    if (this.#source === null) return;
    let length = 0;
    const iterator = this.#source[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.#next(iterator);
        if (next.done === true) return;
        length += next.value.byteLength;
        if (length > this.#limitBytes) {
          this.failure = tooLarge(this.#limitBytes);
          throw new Error('The body is too large');
        }
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }

  async #next(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    try {
      return await iterator.next();
    } catch (error) {
      this.failure = brokenOff();
      throw new Error('The body broke off', { cause: error });
    }
  }
}
