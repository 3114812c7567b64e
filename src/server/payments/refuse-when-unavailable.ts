import { refuse } from '#domain/refusal.ts';
import { isProviderRejected, isProviderUnavailable } from './payment-provider.ts';

/**
 * Runs what needs the payment provider. While the provider is out of reach, or will not do what was asked, that is a
 * refusal. No money has moved; an order that was to be cancelled stays marked as closing, so that trying again, or its
 * expiry, goes on from there.
 */
export async function refuseWhenUnavailable<T>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (isProviderUnavailable(error)) return refuse('PAYMENT_UNAVAILABLE', 'Try again in a minute');
    if (isProviderRejected(error)) return refuse('PAYMENT_REFUSED', error.message);
    throw error;
  }
}
