/** Ids that look like Stripe's and that nobody can guess. */
import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The greatest multiple of the alphabet's size that a byte can hold: bytes from here on would favour some letters. */
const FAIR_BELOW = 256 - (256 % ALPHABET.length);

/** A random text of letters and digits; 24 of them are 143 bits. */
export function randomToken(length: number): string {
  let token = '';
  while (token.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < FAIR_BELOW && token.length < length) token += ALPHABET[byte % ALPHABET.length];
    }
  }
  return token;
}

export type IdPrefix = 'pi' | 'pm' | 'ch' | 're' | 'evt' | 'payatt' | 'req';

/** A new id: prefix and 24 random letters and digits, as in `pi_3MtwBwLkdIwHu7ix28a3tqPa`. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomToken(24)}`;
}

/** Whether a text can be an id of this kind; what cannot need not be looked up. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9A-Za-z_]{1,64}$/u.test(text);
}

/** The secret by which a browser may pay and read one intent. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomToken(25)}`;
}
