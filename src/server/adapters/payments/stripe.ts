/**
 * The payment provider behind Stripe's API: Stripe itself and, given `apiBase`, the local sandbox. Its package is loaded
 * with the first call, since it is a sixth of all the modules that a shop would have to load to start.
 */
import type { PaymentProvider } from '#server/payments/payment-provider.ts';
import { amountsOf } from './stripe-amounts.ts';
import type { ProviderCalls, StripePaymentsOptions } from './stripe-calls.ts';

/** Keys of this kind belong to the local sandbox; Stripe never gives such out. */
const SANDBOX_KEY_PREFIX = 'pk_sandbox_';

/** Opens no connection before the first call. */
export function stripePayments(options: StripePaymentsOptions): PaymentProvider {
  let opened: Promise<ProviderCalls> | undefined;
  const calls = () => {
    opened ??= import('./stripe-calls.ts').then(
      ({ stripeCalls }) => stripeCalls(options),
      (error: unknown) => {
        // Such as no file could be opened just now: the next call tries again.
        opened = undefined;
        throw error;
      },
    );
    return opened;
  };
  return {
    publishableKey: options.publishableKey,
    sandbox: options.publishableKey.startsWith(SANDBOX_KEY_PREFIX),
    amountsOf,
    createIntent: async (input) => (await calls()).createIntent(input),
    retrieveIntent: async (intentId) => (await calls()).retrieveIntent(intentId),
    cancelIntent: async (intentId) => (await calls()).cancelIntent(intentId),
    listIntents: async (within, after) => (await calls()).listIntents(within, after),
    createRefund: async (input) => (await calls()).createRefund(input),
    retrieveRefund: async (providerId) => (await calls()).retrieveRefund(providerId),
    listRefunds: async (of, after) => (await calls()).listRefunds(of, after),
    parseWebhook: async (rawBody, signature) => (await calls()).parseWebhook(rawBody, signature),
  };
}
