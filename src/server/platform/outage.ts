/** Something that we need is not there just now: neither a bug of ours nor the caller's fault. Answered with 503. */
export class Outage extends Error {
  readonly kind = 'unavailable';
  /** After how many seconds trying again makes sense; left out where we can't say. */
  readonly retryAfterSeconds: number | undefined;
  /** A sentence for the caller; the message is for the log alone. */
  readonly detail: string | undefined;

  constructor(
    message: string,
    options: { cause: unknown; retryAfterSeconds?: number; detail?: string | undefined },
  ) {
    super(message, { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.detail = options.detail;
  }
}
