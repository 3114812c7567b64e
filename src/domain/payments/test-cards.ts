/**
 * Stripe's published test cards (https://docs.stripe.com/testing) and how each of them behaves. The local payment sandbox
 * takes these and no other number; the browser asks here before it sends anything, the sandbox asks again.
 */
import type { KnownCardBrand } from './card-number.ts';

/** Why a card was declined, in Stripe's codes and English texts. */
export type CardDecline = {
  readonly code: 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error';
  /** The issuer's reason, which Stripe gives only with the code `card_declined`. */
  readonly declineCode: string | null;
  readonly message: string;
};

/** What happens when a test card is charged, after the buyer has authenticated where `challenge` asks for it. */
export type CardBehaviour = {
  readonly challenge: boolean;
  readonly decline: CardDecline | null;
  /** How giving its money back goes: done at once unless told, done later, or done at once and sent back later. */
  readonly refund?: 'pends' | 'fails';
};

const genericDecline: CardDecline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};
const insufficientFunds: CardDecline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};

/** The names under which the sandbox keeps the behaviours. */
export const CARD_BEHAVIOUR_NAMES = [
  'succeeds',
  'declines-generic',
  'declines-insufficient-funds',
  'declines-lost-card',
  'declines-stolen-card',
  'declines-expired-card',
  'declines-incorrect-cvc',
  'declines-processing-error',
  'challenges',
  'challenges-then-declines',
  'challenges-then-insufficient-funds',
  'succeeds-refund-pends',
  'succeeds-refund-fails',
] as const;
export type CardBehaviourName = (typeof CARD_BEHAVIOUR_NAMES)[number];

/** What each of them means. */
export const CARD_BEHAVIOURS: Readonly<Record<CardBehaviourName, CardBehaviour>> = {
  succeeds: { challenge: false, decline: null },
  'declines-generic': { challenge: false, decline: genericDecline },
  'declines-insufficient-funds': { challenge: false, decline: insufficientFunds },
  'declines-lost-card': { challenge: false, decline: { ...genericDecline, declineCode: 'lost_card' } },
  'declines-stolen-card': { challenge: false, decline: { ...genericDecline, declineCode: 'stolen_card' } },
  'declines-expired-card': {
    challenge: false,
    decline: { code: 'expired_card', declineCode: null, message: 'Your card has expired.' },
  },
  'declines-incorrect-cvc': {
    challenge: false,
    decline: { code: 'incorrect_cvc', declineCode: null, message: "Your card's security code is incorrect." },
  },
  'declines-processing-error': {
    challenge: false,
    decline: {
      code: 'processing_error',
      declineCode: null,
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  challenges: { challenge: true, decline: null },
  'challenges-then-declines': { challenge: true, decline: genericDecline },
  'challenges-then-insufficient-funds': { challenge: true, decline: insufficientFunds },
  'succeeds-refund-pends': { challenge: false, decline: null, refund: 'pends' },
  'succeeds-refund-fails': { challenge: false, decline: null, refund: 'fails' },
};

export type TestCard = {
  /** Digits only. */
  readonly number: string;
  readonly brand: KnownCardBrand;
  readonly funding: 'credit' | 'debit' | 'prepaid';
  readonly behaviour: CardBehaviourName;
  /** The ids by which Stripe's API takes this card where no number is at hand. */
  readonly paymentMethodIds?: readonly string[];
};

const visa = { brand: 'visa', funding: 'credit' } as const;

export const TEST_CARDS: readonly TestCard[] = [
  { ...visa, number: '4242424242424242', behaviour: 'succeeds', paymentMethodIds: ['pm_card_visa'] },
  {
    ...visa,
    number: '4000056655665556',
    funding: 'debit',
    behaviour: 'succeeds',
    paymentMethodIds: ['pm_card_visa_debit'],
  },
  {
    brand: 'mastercard',
    funding: 'credit',
    number: '5555555555554444',
    behaviour: 'succeeds',
    paymentMethodIds: ['pm_card_mastercard'],
  },
  { brand: 'mastercard', funding: 'credit', number: '2223003122003222', behaviour: 'succeeds' },
  {
    brand: 'mastercard',
    funding: 'debit',
    number: '5200828282828210',
    behaviour: 'succeeds',
    paymentMethodIds: ['pm_card_mastercard_debit'],
  },
  {
    brand: 'mastercard',
    funding: 'prepaid',
    number: '5105105105105100',
    behaviour: 'succeeds',
    paymentMethodIds: ['pm_card_mastercard_prepaid'],
  },
  {
    brand: 'amex',
    funding: 'credit',
    number: '378282246310005',
    behaviour: 'succeeds',
    paymentMethodIds: ['pm_card_amex'],
  },
  { brand: 'amex', funding: 'credit', number: '371449635398431', behaviour: 'succeeds' },
  {
    brand: 'discover',
    funding: 'credit',
    number: '6011111111111117',
    behaviour: 'succeeds',
    paymentMethodIds: ['pm_card_discover'],
  },
  { brand: 'discover', funding: 'credit', number: '6011000990139424', behaviour: 'succeeds' },
  { brand: 'discover', funding: 'debit', number: '6011981111111113', behaviour: 'succeeds' },
  {
    brand: 'diners',
    funding: 'credit',
    number: '3056930009020004',
    behaviour: 'succeeds',
    paymentMethodIds: ['pm_card_diners'],
  },
  { brand: 'diners', funding: 'credit', number: '36227206271667', behaviour: 'succeeds' },
  {
    brand: 'jcb',
    funding: 'credit',
    number: '3566002020360505',
    behaviour: 'succeeds',
    paymentMethodIds: ['pm_card_jcb'],
  },
  {
    brand: 'unionpay',
    funding: 'credit',
    number: '6200000000000005',
    behaviour: 'succeeds',
    paymentMethodIds: ['pm_card_unionpay'],
  },
  { brand: 'unionpay', funding: 'debit', number: '6200000000000047', behaviour: 'succeeds' },
  { brand: 'unionpay', funding: 'credit', number: '6205500000000000004', behaviour: 'succeeds' },

  {
    ...visa,
    number: '4000000000000002',
    behaviour: 'declines-generic',
    paymentMethodIds: ['pm_card_visa_chargeDeclined', 'pm_card_chargeDeclined'],
  },
  {
    ...visa,
    number: '4000000000009995',
    behaviour: 'declines-insufficient-funds',
    paymentMethodIds: [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      'pm_card_chargeDeclinedInsufficientFunds',
    ],
  },
  {
    ...visa,
    number: '4000000000009987',
    behaviour: 'declines-lost-card',
    paymentMethodIds: ['pm_card_visa_chargeDeclinedLostCard'],
  },
  {
    ...visa,
    number: '4000000000009979',
    behaviour: 'declines-stolen-card',
    paymentMethodIds: ['pm_card_visa_chargeDeclinedStolenCard'],
  },
  {
    ...visa,
    number: '4000000000000069',
    behaviour: 'declines-expired-card',
    paymentMethodIds: ['pm_card_chargeDeclinedExpiredCard'],
  },
  {
    ...visa,
    number: '4000000000000127',
    behaviour: 'declines-incorrect-cvc',
    paymentMethodIds: ['pm_card_chargeDeclinedIncorrectCvc'],
  },
  {
    ...visa,
    number: '4000000000000119',
    behaviour: 'declines-processing-error',
    paymentMethodIds: ['pm_card_chargeDeclinedProcessingError'],
  },

  {
    ...visa,
    number: '4000002500003155',
    behaviour: 'challenges',
    paymentMethodIds: ['pm_card_authenticationRequiredOnSetup'],
  },
  {
    ...visa,
    number: '4000002760003184',
    behaviour: 'challenges',
    paymentMethodIds: ['pm_card_authenticationRequired'],
  },
  {
    ...visa,
    number: '4000000000003220',
    behaviour: 'challenges',
    paymentMethodIds: ['pm_card_threeDSecure2Required'],
  },
  {
    ...visa,
    number: '4000008400001629',
    behaviour: 'challenges-then-declines',
    paymentMethodIds: ['pm_card_threeDSecureRequiredChargeDeclined'],
  },
  {
    ...visa,
    number: '4000008260003178',
    behaviour: 'challenges-then-insufficient-funds',
    paymentMethodIds: ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'],
  },

  {
    ...visa,
    number: '4000000000007726',
    behaviour: 'succeeds-refund-pends',
    paymentMethodIds: ['pm_card_pendingRefund'],
  },
  {
    ...visa,
    number: '4000000000005126',
    behaviour: 'succeeds-refund-fails',
    paymentMethodIds: ['pm_card_refundFail'],
  },
];

/** The test card with this number (digits only), or null: then the sandbox refuses it. */
export function testCardOf(digits: string): TestCard | null {
  return TEST_CARDS.find((card) => card.number === digits) ?? null;
}

/** The test card that Stripe's API knows under this payment method id (`pm_card_visa`), or null. */
export function testCardOfPaymentMethodId(id: string): TestCard | null {
  return TEST_CARDS.find((card) => card.paymentMethodIds?.includes(id) === true) ?? null;
}

/** What Stripe answers in test mode to a number that is no test card. */
export const NOT_A_TEST_CARD = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message:
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
} as const;
