/** Something that we need is not there just now: neither a bug of ours nor the caller's fault. Answered with 503. */
export class Outage extends Error {
  readonly kind = 'unavailable';
  /** After how many seconds trying again makes sense; left out where we can't say. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, options: { cause: unknown; retryAfterSeconds?: number }) {
    super(message, { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
