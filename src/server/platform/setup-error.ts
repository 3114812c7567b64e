/** Something about this machine or its settings keeps the shop from running, and a person can put it right. */
export class SetupError extends Error {
  readonly kind = 'setup-error';

  /** @param message what is in the way and what to do about it, in sentences for the one who started the shop */
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
  }
}
