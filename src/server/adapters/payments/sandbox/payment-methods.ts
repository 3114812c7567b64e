/** Cards. Of the number only the last four digits are kept, and how the test card with that number behaves. */
import { cvcLengthOf, digitsOf, expiryState, passesLuhn } from '#domain/payments/card-number.ts';
import {
  NOT_A_TEST_CARD,
  type TestCard,
  testCardOf,
  testCardOfPaymentMethodId,
} from '#domain/payments/test-cards.ts';
import { isId, newId } from './ids.ts';
import type { PaymentMethodCreateParameters } from './parameters.ts';
import type { BillingDetails, PaymentMethodRecord, SandboxTx } from './sandbox-records.ts';
import { cardRefused, noSuch } from './stripe-refusal.ts';

const NOBODY: BillingDetails = { name: null, email: null, phone: null, address: null };

/**
 * Makes a payment method from a card.
 *
 * @throws StripeRefusal 402 for a number with a wrong check digit, any number that is no published test card, a date that
 *   is past or impossible, and a security code of the wrong length.
 */
export async function createPaymentMethod(
  tx: SandboxTx,
  parameters: PaymentMethodCreateParameters,
  now: Date,
): Promise<PaymentMethodRecord> {
  const { number: written, exp_month, exp_year, cvc } = parameters.card;
  const number = digitsOf(written);
  if (/[^\d\s-]/u.test(written) || !passesLuhn(number)) {
    throw cardRefused(
      { code: 'incorrect_number', message: 'Your card number is incorrect.' },
      'card[number]',
    );
  }
  const card = testCardOf(number);
  if (card === null) throw cardRefused(NOT_A_TEST_CARD);

  const expiry = { month: exp_month, year: exp_year >= 0 && exp_year < 100 ? 2_000 + exp_year : exp_year };
  const state = expiryState(expiry, { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() });
  if (state === 'invalid-month' || state === 'past-month') {
    throw cardRefused(
      { code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." },
      'card[exp_month]',
    );
  }
  if (state !== 'valid') {
    throw cardRefused(
      { code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." },
      'card[exp_year]',
    );
  }
  if (cvc !== undefined && !(/^\d+$/u.test(cvc) && cvc.length === cvcLengthOf(number))) {
    throw cardRefused({ code: 'invalid_cvc', message: "Your card's security code is invalid." }, 'card[cvc]');
  }
  const record = recordOf(card, expiry, cvc !== undefined, parameters.billing_details, now);
  await tx.insertPaymentMethod(record);
  return record;
}

/**
 * The payment method that a call names. A name such as `pm_card_visa` makes a new one of that card each time.
 *
 * @throws StripeRefusal 404 for an id that nobody was given.
 */
export async function paymentMethodNamed(tx: SandboxTx, id: string, now: Date): Promise<PaymentMethodRecord> {
  const card = testCardOfPaymentMethodId(id);
  if (card !== null) {
    const nextYear = { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() + 1 };
    const record = recordOf(card, nextYear, false, NOBODY, now);
    await tx.insertPaymentMethod(record);
    return record;
  }
  const record = isId('pm', id) ? await tx.findPaymentMethod(id) : null;
  if (record === null) throw noSuch('PaymentMethod', id, 'payment_method');
  return record;
}

function recordOf(
  card: TestCard,
  expiry: { readonly month: number; readonly year: number },
  cvcGiven: boolean,
  billingDetails: BillingDetails,
  now: Date,
): PaymentMethodRecord {
  return {
    id: newId('pm'),
    brand: card.brand,
    last4: card.number.slice(-4),
    expMonth: expiry.month,
    expYear: expiry.year,
    funding: card.funding,
    behaviour: card.behaviour,
    cvcGiven,
    billingDetails,
    spentOn: null,
    createdAt: now,
  };
}
