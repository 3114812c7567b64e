/** A job failed in a way that trying again cannot mend. The queue gives such a job up at once. */
export class FinalFailure extends Error {
  readonly kind = 'final-failure';

  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
  }
}
