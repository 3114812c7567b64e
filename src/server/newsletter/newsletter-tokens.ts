/**
 * Tokens of the newsletter's links. Each seals what it is about (AES-256-GCM, under a key of its own purpose), so that
 * nothing has to be kept for it, none is good for another purpose, and no address can be read from a log of addresses.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const ConfirmClaims = z.object({ requestId: z.uuid(), issuedAt: z.number().int() });
const LeaveClaims = z.object({ email: z.string() });
export type ConfirmClaims = { readonly requestId: string; readonly issuedAt: Date };

export type NewsletterTokens = {
  /** For the link that confirms a request. When it is too old is for the reader to say. */
  confirm: Sealed<ConfirmClaims>;
  /** For the link that ends a subscription, whenever it is followed. Holds the address in lower case. */
  leave: Sealed<{ readonly email: string }>;
};

export type Sealed<Claims> = {
  /** Letters that an address may hold. */
  seal(claims: Claims): string;
  /** What was sealed; null where this token is none of ours, or for something else. */
  open(token: string): Claims | null;
};

/** Opens the tokens of one secret, from which their keys are derived. */
export function createNewsletterTokens(secret: string): NewsletterTokens {
  const confirm = sealedText(secret, 'mainshaft-newsletter-confirm');
  const leave = sealedText(secret, 'mainshaft-newsletter-leave');
  return {
    confirm: {
      seal: ({ requestId, issuedAt }) =>
        confirm.seal(JSON.stringify({ requestId, issuedAt: issuedAt.getTime() })),
      open(token) {
        const claims = read(ConfirmClaims, confirm.open(token));
        return claims && { requestId: claims.requestId, issuedAt: new Date(claims.issuedAt) };
      },
    },
    leave: {
      seal: ({ email }) => leave.seal(JSON.stringify({ email })),
      open: (token) => read(LeaveClaims, leave.open(token)),
    },
  };
}

function read<S extends z.ZodType>(schema: S, text: string | null): z.output<S> | null {
  // Nobody but us can have sealed it, so it is JSON.
  return text === null ? null : schema.parse(JSON.parse(text));
}

function sealedText(secret: string, purpose: string): Sealed<string> {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
    },
    open(token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
