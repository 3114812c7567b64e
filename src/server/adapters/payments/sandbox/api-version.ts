import type Stripe from 'stripe';

/** The version of Stripe's API that the sandbox speaks: the package's own, as its type says, without loading the package. */
export const API_VERSION: typeof Stripe.API_VERSION = '2026-10-28.endive';
