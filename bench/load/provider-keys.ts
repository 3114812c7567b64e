/** The keys of the bench's payment provider, as the shop's settings have them. */
export const PROVIDER_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_bench0123456789',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_bench0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_bench0123456789',
} as const;
