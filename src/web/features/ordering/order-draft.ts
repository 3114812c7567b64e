/**
 * What someone has typed into the order form of a part, and the key of the attempt to send it: kept for the browser's
 * session, so that a lost connection, a reload or a sign-in in between loses nothing and orders nothing twice.
 */
import { randomKey } from '#web/random-key.ts';

export type OrderDraft = {
  readonly quantity: string;
  readonly address: string;
  readonly phone: string;
  /** The number of the order that is ordered again, where this began with one. */
  readonly again?: string | undefined;
};

type Attempt = { readonly content: string; readonly key: string };

function read(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

function write(name: string, value: OrderDraft | Attempt | null): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

const draftName = (partsId: string) => `order-draft-${partsId}`;
const attemptName = (partsId: string) => `order-attempt-${partsId}`;

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

/** What was typed for this part before, if anything. */
export function readDraft(partsId: string): OrderDraft | undefined {
  const value = read(draftName(partsId));
  return isDraft(value) ? value : undefined;
}

export function keepDraft(partsId: string, draft: OrderDraft): void {
  write(draftName(partsId), draft);
}

/** After the order is placed. */
export function forgetDraft(partsId: string): void {
  write(draftName(partsId), null);
  write(attemptName(partsId), null);
}

/**
 * The idempotency key for sending this content: the same again until it is answered for certain, a new one as soon as
 * anything in it changes.
 */
export function attemptKey(partsId: string, content: string): string {
  const last = read(attemptName(partsId));
  if (isAttempt(last) && last.content === content) return last.key;
  const key = randomKey();
  write(attemptName(partsId), { content, key });
  return key;
}

/** The attempt was answered: sending the same content from now on is another order. */
export function endAttempt(partsId: string): void {
  write(attemptName(partsId), null);
}
