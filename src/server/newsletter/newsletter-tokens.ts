/**
 * Tokens of the newsletter's links. Each seals what it is about, under a key of its own purpose, so that nothing has to be
 * kept for it, none is good for another purpose, and no address can be read from a log of addresses.
 */
import * as z from 'zod';
import { createSeal } from '#server/platform/sealed-text.ts';

/** Whoever has a token may use it. */
const ANYBODY = '';

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
  const confirm = createSeal(secret, 'newsletter-confirm');
  const leave = createSeal(secret, 'newsletter-leave');
  return {
    confirm: {
      seal: ({ requestId, issuedAt }) =>
        confirm.seal(JSON.stringify({ requestId, issuedAt: issuedAt.getTime() }), ANYBODY),
      open(token) {
        const claims = read(ConfirmClaims, confirm.open(token, ANYBODY));
        return claims && { requestId: claims.requestId, issuedAt: new Date(claims.issuedAt) };
      },
    },
    leave: {
      seal: ({ email }) => leave.seal(JSON.stringify({ email }), ANYBODY),
      open: (token) => read(LeaveClaims, leave.open(token, ANYBODY)),
    },
  };
}

function read<S extends z.ZodType>(schema: S, text: string | null): z.output<S> | null {
  // Nobody but us can have sealed it, so it is JSON.
  return text === null ? null : schema.parse(JSON.parse(text));
}
