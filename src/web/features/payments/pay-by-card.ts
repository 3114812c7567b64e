/** Paying with a card, as the provider wants it: a payment method from the card, then the confirmation of the intent. */
import type { PaymentIntent, Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';

export type PaymentOutcome =
  | { readonly kind: 'paid'; readonly transactionId: string }
  /** The card's issuer has not decided yet; the shop is told when it has. */
  | { readonly kind: 'processing'; readonly transactionId: string }
  /** The card is not typed whole; nothing was sent. */
  | { readonly kind: 'incomplete'; readonly message: string }
  | {
      readonly kind: 'failed';
      /** The provider's own words. */
      readonly message: string;
      /** False where it is not known (the connection broke after the card was sent). */
      readonly isSurelyUncharged: boolean;
    };

export type CardPayment = {
  readonly stripe: Stripe;
  readonly card: StripeCardElement;
  readonly clientSecret: string;
  readonly payer: { readonly name: string; readonly email: string };
};

const NO_WORDS = 'The card could not be charged.';

/** Pays; whatever happens is an outcome, nothing is thrown. The same intent is paid at most once, however often tried. */
export async function payByCard({ stripe, card, clientSecret, payer }: CardPayment): Promise<PaymentOutcome> {
  try {
    const method = await stripe.createPaymentMethod({ type: 'card', card, billing_details: payer });
    if (method.error?.type === 'validation_error') {
      return { kind: 'incomplete', message: method.error.message ?? NO_WORDS };
    }
    if (method.error !== undefined) return failed(method.error, true);
    const confirmed = await stripe.confirmCardPayment(clientSecret, {
      payment_method: method.paymentMethod.id,
    });
    if (confirmed.error === undefined) return outcomeOf(confirmed.paymentIntent);
    // A second confirmation of what has succeeded is an error, too: the intent that comes with it tells.
    const intent = confirmed.error.payment_intent;
    if (intent?.status === 'succeeded') return outcomeOf(intent);
    return isAboutTheCard(confirmed.error)
      ? failed(confirmed.error, true)
      : await askWhatHolds(stripe, clientSecret, confirmed.error);
  } catch (error) {
    return askWhatHolds(stripe, clientSecret, error instanceof Error ? error : {});
  }
}

/** After a broken connection the provider alone knows whether the card was charged. */
async function askWhatHolds(
  stripe: Stripe,
  clientSecret: string,
  error: Pick<StripeError, 'message'>,
): Promise<PaymentOutcome> {
  try {
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    if (paymentIntent?.status === 'succeeded' || paymentIntent?.status === 'processing') {
      return outcomeOf(paymentIntent);
    }
    return failed(error, paymentIntent !== undefined);
  } catch {
    return failed(error, false);
  }
}

function outcomeOf(intent: PaymentIntent): PaymentOutcome {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'paid', transactionId: intent.id };
    case 'processing':
    case 'requires_capture':
      return { kind: 'processing', transactionId: intent.id };
    default:
      return failed(intent.last_payment_error ?? {}, true);
  }
}

function isAboutTheCard(error: StripeError): boolean {
  return error.type === 'card_error' || error.type === 'validation_error';
}

function failed(error: Pick<StripeError, 'message'>, isSurelyUncharged: boolean): PaymentOutcome {
  return { kind: 'failed', message: error.message ?? NO_WORDS, isSurelyUncharged };
}
