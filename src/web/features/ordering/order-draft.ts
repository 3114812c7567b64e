/**
 * What someone has typed into the order form of a part, and the key of the attempt to send it: kept for the browser's
 * session, so that a lost connection, a reload or a sign-in in between loses nothing and orders nothing twice. It is
 * theirs: whoever signs in after them in the same tab begins anew.
 */
import { randomKey } from '#web/random-key.ts';
import { forgetTyped, keepTyped, readTyped } from '#web/typed-in-tab.ts';

export type OrderDraft = {
  readonly quantity: string;
  readonly address: string;
  readonly phone: string;
  /** The number of the order that is ordered again, where this began with one. */
  readonly again?: string | undefined;
};

type Attempt = { readonly content: string; readonly key: string };

/** Whose form it is, and of which part. */
export type DraftOf = { readonly email: string; readonly partId: string };

const draftName = ({ email, partId }: DraftOf) => `order-draft.${partId}.${email}`;
const attemptName = ({ email, partId }: DraftOf) => `order-attempt.${partId}.${email}`;

function isDraft(value: unknown): value is OrderDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'quantity' in value &&
    typeof value.quantity === 'string' &&
    'address' in value &&
    typeof value.address === 'string' &&
    'phone' in value &&
    typeof value.phone === 'string'
  );
}

function isAttempt(value: unknown): value is Attempt {
  return (
    typeof value === 'object' &&
    value !== null &&
    'content' in value &&
    typeof value.content === 'string' &&
    'key' in value &&
    typeof value.key === 'string'
  );
}

/** What they typed for this part before, if anything. */
export function readDraft(of: DraftOf): OrderDraft | undefined {
  const value = readTyped(draftName(of));
  return isDraft(value) ? value : undefined;
}

export function keepDraft(of: DraftOf, draft: OrderDraft): void {
  keepTyped(draftName(of), draft);
}

/** After the order is placed. */
export function forgetDraft(of: DraftOf): void {
  forgetTyped(draftName(of));
  forgetTyped(attemptName(of));
}

/**
 * The idempotency key for sending this content: the same again until it is answered for certain, a new one as soon as
 * anything in it changes.
 */
export function attemptKey(of: DraftOf, content: string): string {
  const last = readTyped(attemptName(of));
  if (isAttempt(last) && last.content === content) return last.key;
  const key = randomKey();
  keepTyped(attemptName(of), { content, key } satisfies Attempt);
  return key;
}

/** The attempt was answered: sending the same content from now on is another order. */
export function endAttempt(of: DraftOf): void {
  forgetTyped(attemptName(of));
}
