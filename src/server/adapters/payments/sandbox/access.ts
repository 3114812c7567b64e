/** Who is calling: the shop's server with the secret key, or a browser with the publishable one. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IntentRecord } from './sandbox-records.ts';
import { invalidRequest, StripeRefusal } from './stripe-refusal.ts';

/** The keys of a sandbox, made and kept by whoever runs it: what was made with one set doesn't open to another. */
export type SandboxKeys = {
  readonly secretKey: string;
  /** Starts with `pk_sandbox_`, by which the page knows that no money moves. */
  readonly publishableKey: string;
  /** What events are signed with. */
  readonly webhookSecret: string;
};

export type Access = 'secret' | 'publishable';

/**
 * The key of a call: from the header (`Bearer`, or `Basic` as `curl -u` sends it), else from the parameter `key`, where
 * browsers may put it.
 */
export function apiKeyOf(authorization: string | undefined, parameter: unknown): string {
  const [scheme = '', credentials = ''] = authorization?.trim().split(/\s+/u) ?? [];
  if (scheme.toLowerCase() === 'bearer') return credentials;
  if (scheme.toLowerCase() === 'basic') {
    return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0] ?? '';
  }
  return typeof parameter === 'string' ? parameter : '';
}

/** @throws StripeRefusal 401 for a missing or wrong key. */
export function accessOf(apiKey: string, keys: SandboxKeys): Access {
  if (apiKey === '') {
    throw new StripeRefusal(401, {
      type: 'invalid_request_error',
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    });
  }
  if (sameSecret(apiKey, keys.secretKey)) return 'secret';
  if (sameSecret(apiKey, keys.publishableKey)) return 'publishable';
  throw new StripeRefusal(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ***${/^\w+$/u.test(apiKey) ? apiKey.slice(-4) : ''}`,
  });
}

/** @throws StripeRefusal 401 where only the shop's server may go. */
export function requireSecretKey(access: Access): void {
  if (access === 'secret') return;
  throw new StripeRefusal(401, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
}

/**
 * Checks that a browser holds this intent's client secret. The shop's server needs none, but one that it sends must be
 * right too.
 *
 * @throws StripeRefusal 400 for a missing or wrong one.
 */
export function requireClientSecret(access: Access, intent: IntentRecord, given: string | undefined): void {
  if (given === undefined) {
    if (access === 'secret') return;
    throw invalidRequest('Missing required param: client_secret.', 'parameter_missing', 'client_secret');
  }
  if (!sameSecret(given, intent.clientSecret)) {
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      'payment_intent_invalid_parameter',
      'client_secret',
    );
  }
}

/** Compares in a time that tells nothing of how much is right. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
