/**
 * The payment sandbox's own object in the place of Stripe.js: what `<Elements stripe={…}>` and a payment page with a card
 * element use of it, and nothing else. It speaks to the sandbox's server and to nobody outside this machine.
 */
import type {
  PaymentIntent,
  PaymentIntentResult,
  PaymentMethod,
  PaymentMethodResult,
  Stripe,
  StripeCardElement,
  StripeCardElementOptions,
  StripeElements,
  StripeError,
  TokenResult,
} from '@stripe/stripe-js';
import { currencyOf, formatMoney } from '#domain/money.ts';
import { NOT_A_TEST_CARD, testCardOf } from '#domain/payments/test-cards.ts';
import { createSandboxCardElement, integrationError, readCard } from './sandbox-card-element.ts';
import { askForAuthentication } from './sandbox-challenge.ts';

export type SandboxStripeOptions = {
  readonly publishableKey: string;
  /** Where the sandbox is mounted, such as `/sandbox/stripe`; without `/v1`. */
  readonly apiBase: string;
};

/** The members of Stripe.js that the sandbox has. */
type SandboxMembers = Pick<
  Stripe,
  | 'elements'
  | 'createToken'
  | 'createPaymentMethod'
  | 'confirmCardPayment'
  | 'retrievePaymentIntent'
  | 'registerAppInfo'
> & { _registerWrapper(wrapper: unknown): void };

/** Makes the object. It has no more than the card flow; whatever else a page calls on it is not there. */
export function createSandboxStripe(options: SandboxStripeOptions): Stripe {
  const call = sandboxCaller(options);

  const createMethod = async (data: unknown): Promise<PaymentMethodResult> => {
    const card = readCard(propertyOf(data, 'card'));
    if (card === null) {
      throw integrationError('The sandbox makes payment methods from a mounted card Element only.');
    }
    if ('code' in card) return { error: { type: card.type, code: card.code, message: card.message } };
    // Asked once more here, at the last place before the network: a real card number leaves this page in no case.
    if (testCardOf(card.number) === null) {
      const { code, declineCode, message } = NOT_A_TEST_CARD;
      return { error: { type: 'card_error', code, decline_code: declineCode, message } };
    }
    const answer = await call<PaymentMethod>('POST', '/payment_methods', {
      type: 'card',
      card: {
        number: card.number,
        exp_month: String(card.expiry.month),
        exp_year: String(card.expiry.year),
        cvc: card.cvc,
      },
      billing_details: propertyOf(data, 'billing_details'),
    });
    return 'error' in answer ? answer : { paymentMethod: answer.body };
  };

  const confirm: Stripe['confirmCardPayment'] = async (clientSecret, data, confirmOptions) => {
    const method = data?.payment_method;
    let methodId = typeof method === 'string' ? method : undefined;
    if (typeof method === 'object') {
      const created = await createMethod(method);
      if (created.error !== undefined) return { error: created.error };
      methodId = created.paymentMethod.id;
    }
    const answer = await call<PaymentIntent>('POST', `/payment_intents/${intentIdOf(clientSecret)}/confirm`, {
      client_secret: clientSecret,
      payment_method: methodId,
      use_stripe_sdk: 'true',
    });
    if ('error' in answer) return answer;
    const challengeId = challengeIdOf(answer.body);
    if (challengeId === null || confirmOptions?.handleActions === false)
      return { paymentIntent: answer.body };
    return authenticate(answer.body, clientSecret, challengeId);
  };

  const authenticate = async (
    intent: PaymentIntent,
    clientSecret: string,
    challengeId: string,
  ): Promise<PaymentIntentResult> => {
    const outcome = await askForAuthentication(
      formatMoney(intent.amount, currencyOf(intent.currency.toUpperCase())),
    );
    const answer = await call<PaymentIntent>('POST', '/3ds2/challenge_complete', {
      client_secret: clientSecret,
      source: challengeId,
      outcome,
    });
    if ('error' in answer) return answer;
    const failure = answer.body.last_payment_error;
    return answer.body.status === 'requires_payment_method' && failure !== null
      ? { error: { ...failure, payment_intent: answer.body } }
      : { paymentIntent: answer.body };
  };

  const members: SandboxMembers = {
    elements: () => sandboxElements(),
    createPaymentMethod: (data: unknown) => createMethod(data),
    confirmCardPayment: confirm,
    async retrievePaymentIntent(clientSecret) {
      const query = new URLSearchParams({ client_secret: clientSecret });
      const answer = await call<PaymentIntent>(
        'GET',
        `/payment_intents/${intentIdOf(clientSecret)}?${query}`,
      );
      return 'error' in answer ? answer : { paymentIntent: answer.body };
    },
    // The wrapper asks that it be there; payments here are made with payment methods.
    createToken: async (): Promise<TokenResult> => ({
      error: {
        type: 'invalid_request_error',
        message: 'The sandbox makes no tokens; use createPaymentMethod.',
      },
    }),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
  // Stripe's type has some ninety members, most of them for ways of paying that the shop doesn't offer.
  return members as unknown as Stripe;
}

/** One group of elements; it holds one card element at a time, as Stripe's does. */
function sandboxElements(): StripeElements {
  let card: StripeCardElement | null = null;
  const members = {
    create(type: string, options: StripeCardElementOptions = {}): StripeCardElement {
      if (type !== 'card') throw integrationError(`The sandbox has no Element of type ${type}, only card.`);
      if (card !== null) throw integrationError('Can only create one Element of type card.');
      card = createSandboxCardElement(options, () => {
        card = null;
      });
      return card;
    },
    // React's wrapper asks by component, which carries the type's name.
    getElement: (type: unknown): StripeCardElement | null =>
      type === 'card' || propertyOf(type, '__elementType') === 'card' ? card : null,
    update: async () => undefined,
    on: () => undefined,
    fetchUpdates: async () => ({}),
    submit: async () => ({ selectedPaymentMethod: 'card' }),
  };
  // Stripe's type overloads `create` and `getElement` for every kind of element.
  return members as unknown as StripeElements;
}

type SandboxAnswer<T> = { readonly body: T } | { readonly error: StripeError };
type SandboxCall = <T>(
  method: 'GET' | 'POST',
  path: string,
  parameters?: Readonly<Record<string, unknown>>,
) => Promise<SandboxAnswer<T>>;

function sandboxCaller({ publishableKey, apiBase }: SandboxStripeOptions): SandboxCall {
  const base = apiBase.replace(/\/+$/u, '');
  return async <T>(
    method: 'GET' | 'POST',
    path: string,
    parameters: Readonly<Record<string, unknown>> = {},
  ) => {
    try {
      const response = await fetch(`${base}/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${publishableKey}` },
        ...(method === 'POST' ? { body: formOf(parameters) } : {}),
      });
      const body: unknown = await response.json();
      const error = propertyOf(body, 'error');
      // The sandbox is ours, and its answers are checked against Stripe's types where they are made.
      return error === undefined ? { body: body as T } : { error: error as StripeError };
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message:
            'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
        },
      };
    }
  };
}

/** Nested parameters as Stripe's forms have them: `card[number]=…`. What is undefined or null is left out. */
function formOf(parameters: Readonly<Record<string, unknown>>): URLSearchParams {
  const form = new URLSearchParams();
  const put = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) put(`${name}[${key}]`, inner);
    } else form.append(name, String(value));
  };
  for (const [name, value] of Object.entries(parameters)) put(name, value);
  return form;
}

function intentIdOf(clientSecret: string): string {
  const id = /^(pi_[0-9A-Za-z]+)_secret_[0-9A-Za-z]+$/u.exec(clientSecret)?.[1];
  if (id === undefined) {
    throw integrationError(
      'Invalid value for the intent secret: it should be a client secret such as pi_…_secret_….',
    );
  }
  return id;
}

/** The 3-D Secure step that an intent waits for; null when it waits for none. */
function challengeIdOf(intent: PaymentIntent): string | null {
  if (intent.status !== 'requires_action') return null;
  const id = propertyOf(propertyOf(intent.next_action, 'use_stripe_sdk'), 'three_d_secure_2_source');
  return typeof id === 'string' ? id : null;
}

/** A property of something whose shape isn't known; a component of React's is a function. */
function propertyOf(value: unknown, name: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  return Reflect.get(value, name);
}
