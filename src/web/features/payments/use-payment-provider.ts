/** The payment provider's script, loaded by the page that takes a payment. */
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { loadPaymentStripe } from './get-stripe.ts';

/** Where the sandbox answers in place of the provider. */
const SANDBOX_BASE = '/sandbox/stripe';

export type ProviderState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly stripe: Stripe }
  | { readonly status: 'failed' };

/** Loads it, and loads it anew with `retry`. */
export function usePaymentProvider(publishableKey: string): {
  readonly provider: ProviderState;
  readonly retry: () => void;
} {
  const [provider, setProvider] = useState<ProviderState>({ status: 'loading' });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try loads anew
  useEffect(() => {
    let isCurrent = true;
    setProvider({ status: 'loading' });
    loadPaymentStripe(publishableKey, SANDBOX_BASE).then(
      (stripe) => {
        if (isCurrent) setProvider(stripe === null ? { status: 'failed' } : { status: 'ready', stripe });
      },
      () => {
        if (isCurrent) setProvider({ status: 'failed' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [publishableKey, tries]);
  return { provider, retry: () => setTries((count) => count + 1) };
}
