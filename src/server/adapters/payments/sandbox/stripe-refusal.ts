/** The ways in which Stripe's API says no, in its own shapes, codes and English texts. */
import type Stripe from 'stripe';

/** Stripe's `error` object, as far as the sandbox uses it. */
export type StripeErrorBody = {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly charge?: string;
  readonly payment_intent?: Partial<Stripe.PaymentIntent>;
  readonly payment_method?: Stripe.PaymentMethod;
};

/** Ends a call with an error; whatever the call had done is undone. */
export class StripeRefusal extends Error {
  readonly kind = 'stripe-refusal';
  readonly status: number;
  readonly body: StripeErrorBody;
  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** Whether something thrown is an answer to the caller rather than a fault. */
export function isStripeRefusal(error: unknown): error is StripeRefusal {
  return typeof error === 'object' && error !== null && 'kind' in error && error.kind === 'stripe-refusal';
}

/** 400, for parameters that don't fit. */
export function invalidRequest(message: string, code?: string, param?: string): StripeRefusal {
  return new StripeRefusal(400, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  });
}

/** 404, for an id that the sandbox doesn't know. */
export function noSuch(what: string, id: string, param: string): StripeRefusal {
  return new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id.slice(0, 80)}'`,
    param,
  });
}

/** 402, for a card that is refused before anything is kept. */
export function cardRefused(
  error: { readonly code: string; readonly message: string; readonly declineCode?: string | null },
  param?: string,
): StripeRefusal {
  return new StripeRefusal(402, {
    type: 'card_error',
    code: error.code,
    message: error.message,
    ...(typeof error.declineCode === 'string' ? { decline_code: error.declineCode } : {}),
    ...(param === undefined ? {} : { param }),
  });
}

/** 400, for a step that an intent cannot take from where it is. */
export function unexpectedState(message: string, intent: Partial<Stripe.PaymentIntent>): StripeRefusal {
  return new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intent,
  });
}
