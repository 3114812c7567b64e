/** Stripe.js for this shop: Stripe's own for real keys, the sandbox's for the sandbox's. Only one of them is downloaded. */
import type { Stripe } from '@stripe/stripe-js';
import { patientImport } from '#web/patient-import.ts';

const loading = new Map<string, Promise<Stripe | null>>();

/**
 * The object for `<Elements stripe={…}>`, the same promise every time, so that React sees no change. Null where there is
 * no browser. Rejects when Stripe's script can't be loaded; asking again then tries again.
 */
export function loadPaymentStripe(publishableKey: string, sandboxApiBase: string): Promise<Stripe | null> {
  const known = loading.get(publishableKey);
  if (known !== undefined) return known;
  const stripe = load(publishableKey, sandboxApiBase);
  loading.set(publishableKey, stripe);
  stripe.catch(() => loading.delete(publishableKey));
  return stripe;
}

async function load(publishableKey: string, sandboxApiBase: string): Promise<Stripe | null> {
  if (typeof document === 'undefined') return null;
  if (publishableKey.startsWith('pk_sandbox_')) {
    const { createSandboxStripe } = await patientImport(() => import('./sandbox-stripe.ts'));
    return createSandboxStripe({ publishableKey, apiBase: sandboxApiBase });
  }
  // The package's main entry adds Stripe's script to the page as soon as it is imported; this one waits to be asked.
  const { loadStripe } = await patientImport(() => import('@stripe/stripe-js/pure'));
  return loadStripe(publishableKey);
}
