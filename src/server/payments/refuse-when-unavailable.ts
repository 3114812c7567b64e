import { refuse } from '#domain/refusal.ts';
import { isProviderUnavailable } from './payment-provider.ts';

/** Runs what needs the payment provider; while the provider is out of reach, that is a refusal and nothing has changed. */
export async function refuseWhenUnavailable<T>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (isProviderUnavailable(error)) return refuse('PAYMENT_UNAVAILABLE', 'Try again in a minute');
    throw error;
  }
}
