/**
 * The local stand-in for Stripe: the part of Stripe's HTTP API that the shop uses, for the `stripe` package on the server
 * and for the shop's own object in the browser. No money moves, and no card but Stripe's published test cards is taken.
 *
 * Every call is one transaction: what it changes, the event that it causes and the answer that it gives are kept
 * together or not at all. A call with an `Idempotency-Key` that was used before gets the first answer again.
 */
import { createHmac } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type * as z from 'zod';
import {
  type Access,
  accessOf,
  apiKeyOf,
  requireClientSecret,
  requireSecretKey,
  type SandboxKeys,
} from './access.ts';
import { API_VERSION } from './api-version.ts';
import { type FormTree, parseForm } from './form-body.ts';
import { newId } from './ids.ts';
import {
  ChallengeComplete,
  checked,
  IntentCancel,
  IntentConfirm,
  IntentCreate,
  IntentList,
  IntentRetrieve,
  NoParameters,
  PaymentMethodCreate,
  RefundCreate,
  RefundList,
} from './parameters.ts';
import {
  cancelIntent,
  completeChallenge,
  confirmIntent,
  createIntent,
  intentWithId,
} from './payment-intents.ts';
import { createPaymentMethod, paymentMethodNamed } from './payment-methods.ts';
import { chargeWithId, createRefund, refundWithId } from './refunds.ts';
import {
  chargeBody,
  failureBody,
  forBrowser,
  intentBody,
  listBody,
  paymentMethodBody,
  refundBody,
} from './resources.ts';
import type { IntentRecord, SandboxStore, SandboxTx } from './sandbox-records.ts';
import { invalidRequest, isStripeRefusal, type StripeErrorBody, StripeRefusal } from './stripe-refusal.ts';
import { createWebhookDelivery, type SandboxLog } from './webhook-delivery.ts';

const BODY_MAX_BYTES = 64 * 1024;
const IDEMPOTENCY_KEY_MAX = 255;
/** Stripe keeps idempotency keys for a day. */
const KEY_LIFE_MS = 24 * 60 * 60 * 1_000;

export type PaymentSandboxOptions = {
  readonly store: SandboxStore;
  readonly keys: SandboxKeys;
  /** Where events are posted to. */
  readonly webhookUrl: URL;
  readonly now: () => Date;
  readonly log: SandboxLog;
  /** Waits before the second and each further try to deliver an event; by default from a second to an hour. */
  readonly webhookRetryDelaysSeconds?: readonly number[] | undefined;
};

export type PaymentSandbox = {
  /** Serves `/v1/…`; may be mounted under a prefix. */
  readonly app: Hono;
  /** Begins to deliver webhooks, those first that were due when the last run ended. */
  start(): void;
  /** Stops delivering. Calls are still answered. */
  stop(): Promise<void>;
};

/** What a call is handed: it reads and writes in `tx` only. */
type Call = {
  readonly tx: SandboxTx;
  readonly access: Access;
  /** The id in the path; empty where the path has none. */
  readonly id: string;
  readonly form: FormTree;
  readonly now: Date;
};
type Answer = { readonly status: 200 | 402; readonly body: unknown };
type Handler = (call: Call) => Promise<Answer>;

export function createPaymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  const { store, keys, now, log } = options;
  const delivery = createWebhookDelivery({
    store,
    webhookUrl: options.webhookUrl,
    webhookSecret: keys.webhookSecret,
    now,
    log,
    retryDelaysSeconds: options.webhookRetryDelaysSeconds,
  });
  const app = new Hono();

  const answerCall = async (c: Context, route: Route): Promise<Response> => {
    const form = parseForm(await parametersOf(c));
    const access = accessOf(apiKeyOf(c.req.header('Authorization'), form.key), keys);
    delete form.key;
    if (!route.browser) requireSecretKey(access);
    const at = now();
    const call = { access, id: c.req.param('id') ?? '', form, now: at };
    const key = c.req.method === 'POST' ? c.req.header('Idempotency-Key') : undefined;

    if (key === undefined) {
      const answer = await store.transaction((tx) => route.handler({ ...call, tx }));
      delivery.wake();
      return json(answer.status, JSON.stringify(answer.body));
    }
    if (key === '' || key.length > IDEMPOTENCY_KEY_MAX) {
      throw invalidRequest(`Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_MAX} characters.`);
    }
    const use = {
      methodPath: `${c.req.method} ${route.path.replace(':id', call.id)}`,
      // Keyed, because the parameters may hold a card number, which a plain digest would give away to a guesser.
      fingerprint: createHmac('sha256', keys.secretKey).update(JSON.stringify(form)).digest('hex'),
    };
    // Browsers share no keys with the server, so that none of them can take one of its keys away.
    const scopedKey = `${access}:${key}`;
    const answer = await store.transaction(async (tx) => {
      const kept = await tx.claimKey(scopedKey, use, at, new Date(at.getTime() - KEY_LIFE_MS));
      if (kept !== null) {
        requireSameUse(key, use, kept);
        return { status: kept.status, text: kept.body, replayed: true };
      }
      const fresh = await route.handler({ ...call, tx });
      const text = JSON.stringify(fresh.body);
      await tx.keepAnswer(scopedKey, fresh.status, text);
      return { status: fresh.status, text, replayed: false };
    });
    delivery.wake();
    return json(answer.status, answer.text, {
      'Idempotency-Key': key,
      ...(answer.replayed ? { 'Idempotent-Replayed': 'true' } : {}),
    });
  };

  const refuseTooLarge = () =>
    error(413, { type: 'invalid_request_error', message: 'The request is too large.' });

  for (const route of ROUTES) {
    app.on(route.method, route.path, bodyLimit({ maxSize: BODY_MAX_BYTES, onError: refuseTooLarge }), (c) =>
      answerCall(c, route),
    );
  }
  app.all('*', (c) =>
    error(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${c.req.method}: ${c.req.path.slice(0, 200)}).`,
    }),
  );
  app.onError((thrown) => {
    if (isStripeRefusal(thrown)) return error(thrown.status, thrown.body);
    log.error({ err: thrown }, 'the payment sandbox failed');
    return error(500, { type: 'api_error', message: 'The payment sandbox failed; its log says why.' });
  });

  return {
    app,
    start() {
      store.forgetBefore(new Date(now().getTime() - KEY_LIFE_MS)).catch((reason: unknown) => {
        log.warn({ err: reason }, 'the payment sandbox could not tidy up');
      });
      delivery.start();
    },
    stop: () => delivery.stop(),
  };
}

type Route = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Whether the publishable key may call it. */
  readonly browser: boolean;
  readonly handler: Handler;
};

/** A route whose parameters are checked before its handler sees them. */
function route<T>(
  method: 'GET' | 'POST',
  path: string,
  caller: 'server' | 'browser',
  schema: z.ZodType<T>,
  handler: (call: Call, parameters: T) => Promise<Answer>,
): Route {
  return {
    method,
    path,
    browser: caller === 'browser',
    handler: (call) => handler(call, checked(schema, call.form)),
  };
}

const ROUTES: readonly Route[] = [
  route('POST', '/v1/payment_methods', 'browser', PaymentMethodCreate, async ({ tx, now }, parameters) =>
    ok(paymentMethodBody(await createPaymentMethod(tx, parameters, now))),
  ),
  route('GET', '/v1/payment_methods/:id', 'server', NoParameters, async ({ tx, id, now }) =>
    ok(paymentMethodBody(await paymentMethodNamed(tx, id, now))),
  ),

  route('POST', '/v1/payment_intents', 'server', IntentCreate, async (call, parameters) =>
    intentAnswer(call, await createIntent(call.tx, parameters, call.now)),
  ),
  route(
    'GET',
    '/v1/payment_intents',
    'server',
    IntentList,
    async ({ tx }, { limit, starting_after: after, created }) => {
      if (after !== undefined) await intentWithId(tx, after);
      const found = await tx.listIntents({ limit: limit + 1, after, ...madeWithin(created) });
      const bodies = await Promise.all(found.map((record) => intentBody(tx, record)));
      return ok(listBody('/v1/payment_intents', bodies, limit));
    },
  ),
  route('GET', '/v1/payment_intents/:id', 'browser', IntentRetrieve, async (call, parameters) => {
    const intent = await intentWithId(call.tx, call.id);
    requireClientSecret(call.access, intent, parameters.client_secret);
    return intentAnswer(call, intent);
  }),
  route('POST', '/v1/payment_intents/:id/confirm', 'browser', IntentConfirm, async (call, parameters) => {
    const intent = await intentWithId(call.tx, call.id);
    requireClientSecret(call.access, intent, parameters.client_secret);
    const confirmed = await confirmIntent(call.tx, intent, parameters, call.now);
    // The attempt is kept, so this is an answer like any other, not a refusal that undoes the call.
    if (confirmed.lastFailure === null) return intentAnswer(call, confirmed);
    const failure = await failureBody(call.tx, confirmed.lastFailure);
    const { body: payment_intent } = await intentAnswer(call, confirmed);
    return { status: 402, body: { error: { ...failure, payment_intent } } };
  }),
  route('POST', '/v1/payment_intents/:id/cancel', 'server', IntentCancel, async (call, parameters) =>
    intentAnswer(
      call,
      await cancelIntent(call.tx, await intentWithId(call.tx, call.id), parameters, call.now),
    ),
  ),
  // What Stripe's own 3-D Secure page does behind the scenes; only the shop's browser object calls it.
  route('POST', '/v1/3ds2/challenge_complete', 'browser', ChallengeComplete, async (call, parameters) => {
    const intent = await call.tx.findIntentByChallenge(parameters.source);
    if (intent === null) throw invalidRequest('This authentication is over.', 'resource_missing', 'source');
    requireClientSecret(call.access, intent, parameters.client_secret);
    return intentAnswer(
      call,
      await completeChallenge(call.tx, intent, parameters.source, parameters.outcome, call.now),
    );
  }),

  route('GET', '/v1/charges/:id', 'server', NoParameters, async ({ tx, id, now }) =>
    ok(await chargeBody(tx, await chargeWithId(tx, id, now))),
  ),
  route('POST', '/v1/refunds', 'server', RefundCreate, async ({ tx, now }, parameters) =>
    ok(refundBody(await createRefund(tx, parameters, now), now)),
  ),
  route(
    'GET',
    '/v1/refunds',
    'server',
    RefundList,
    async ({ tx, now }, { limit, starting_after: after, created, ...of }) => {
      if (after !== undefined) await refundWithId(tx, after);
      const found = await tx.listRefunds(
        { limit: limit + 1, after, ...madeWithin(created) },
        { intentId: of.payment_intent, chargeId: of.charge },
      );
      const bodies = found.map((refund) => refundBody(refund, now));
      return ok(listBody('/v1/refunds', bodies, limit));
    },
  ),
  route('GET', '/v1/refunds/:id', 'server', NoParameters, async ({ tx, id, now }) =>
    ok(refundBody(await refundWithId(tx, id), now)),
  ),
];

function madeWithin(created: { readonly gte?: number | undefined; readonly lte?: number | undefined } = {}) {
  return { madeFrom: created.gte, madeTo: created.lte };
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}

async function intentAnswer(call: Call, record: IntentRecord): Promise<Answer> {
  const intent = await intentBody(call.tx, record);
  return ok(call.access === 'secret' ? intent : forBrowser(intent));
}

/** The parameters of a call as a form: its body, or its query string. */
async function parametersOf(c: Context): Promise<string> {
  if (c.req.method !== 'POST') return new URL(c.req.url).search;
  const body = await c.req.text().catch(() => {
    throw invalidRequest('The request ended before its body did.');
  });
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (body !== '' && type !== 'application/x-www-form-urlencoded') {
    throw invalidRequest('Parameters are sent as application/x-www-form-urlencoded.');
  }
  return body;
}

function requireSameUse(
  key: string,
  use: { readonly methodPath: string; readonly fingerprint: string },
  kept: { readonly methodPath: string; readonly fingerprint: string },
): void {
  const same = (what: string) =>
    new StripeRefusal(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used ${what} they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  if (use.methodPath !== kept.methodPath) throw same('for the same endpoint');
  if (use.fingerprint !== kept.fingerprint) throw same('with the same parameters');
}

function error(status: number, body: StripeErrorBody): Response {
  return json(status, JSON.stringify({ error: body }));
}

function json(status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache, no-store',
      'Request-Id': newId('req'),
      'Stripe-Version': API_VERSION,
      ...headers,
    },
  });
}
