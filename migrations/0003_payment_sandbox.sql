-- The local payment sandbox: what Stripe would keep on its side, so it has a schema of its own, no table of the shop
-- refers to it, and it refers to none. Amounts are integers as Stripe counts them (at most eight digits). No card number
-- is ever kept: brand, last four digits and how the test card behaves are.

CREATE SCHEMA sandbox;

CREATE TABLE sandbox.payment_method (
  id               text PRIMARY KEY,
  brand            text NOT NULL,
  last4            text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  exp_month        smallint NOT NULL CHECK (exp_month BETWEEN 1 AND 12),
  exp_year         smallint NOT NULL,
  funding          text NOT NULL,
  behaviour        text NOT NULL,
  cvc_given        boolean NOT NULL,
  -- {name, email, phone, address: {…}}, each a text or null
  billing_details  jsonb NOT NULL,
  -- The intent that it paid: a card that belongs to no customer pays once.
  spent_on         text,
  created_at       timestamptz NOT NULL
);

CREATE TABLE sandbox.payment_intent (
  id                   text PRIMARY KEY,
  client_secret        text NOT NULL,
  status               text NOT NULL CHECK (status IN ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')),
  amount               integer NOT NULL CHECK (amount > 0),
  currency             text NOT NULL CHECK (currency ~ '^[a-z]{3}$'),
  description          text,
  receipt_email        text,
  metadata             jsonb NOT NULL,
  payment_method_id    text REFERENCES sandbox.payment_method,
  latest_charge_id     text,
  -- The 3-D Secure step that the buyer is in.
  challenge_id         text UNIQUE,
  -- {type, code, declineCode, message, chargeId, paymentMethodId} of the last attempt that failed
  last_failure         jsonb,
  cancellation_reason  text,
  canceled_at          timestamptz,
  created_at           timestamptz NOT NULL,
  CHECK ((status = 'requires_action') = (challenge_id IS NOT NULL)),
  CHECK ((status = 'canceled') = (canceled_at IS NOT NULL))
);

CREATE TABLE sandbox.charge (
  id                 text PRIMARY KEY,
  payment_intent_id  text NOT NULL REFERENCES sandbox.payment_intent,
  payment_method_id  text NOT NULL REFERENCES sandbox.payment_method,
  amount             integer NOT NULL CHECK (amount > 0),
  amount_refunded    integer NOT NULL DEFAULT 0,
  currency           text NOT NULL,
  -- {code, declineCode, message}; null for a charge that succeeded
  decline            jsonb,
  created_at         timestamptz NOT NULL,
  CHECK (amount_refunded BETWEEN 0 AND CASE WHEN decline IS NULL THEN amount ELSE 0 END)
);
-- An intent takes money once, whatever the code does.
CREATE UNIQUE INDEX charge_succeeded_once ON sandbox.charge (payment_intent_id) WHERE decline IS NULL;

CREATE TABLE sandbox.refund (
  id                 text PRIMARY KEY,
  charge_id          text NOT NULL REFERENCES sandbox.charge,
  payment_intent_id  text NOT NULL REFERENCES sandbox.payment_intent,
  amount             integer NOT NULL CHECK (amount > 0),
  currency           text NOT NULL,
  reason             text,
  metadata           jsonb NOT NULL,
  created_at         timestamptz NOT NULL
);

-- The first answer to each repeatable call. The key is prefixed with the kind of API key that sent it.
CREATE TABLE sandbox.idempotency_key (
  key          text PRIMARY KEY,
  method_path  text NOT NULL,
  -- A keyed digest of the parameters, which may hold a card number.
  fingerprint  text NOT NULL,
  status       smallint,
  body         text,
  created_at   timestamptz NOT NULL
);

-- Events on their way to the shop's webhook. `due_at` is null once one is delivered or given up.
CREATE TABLE sandbox.event (
  id            text PRIMARY KEY,
  body          text NOT NULL,
  attempts      smallint NOT NULL DEFAULT 0,
  due_at        timestamptz,
  delivered_at  timestamptz,
  created_at    timestamptz NOT NULL
);
CREATE INDEX event_due ON sandbox.event (due_at) WHERE due_at IS NOT NULL;
