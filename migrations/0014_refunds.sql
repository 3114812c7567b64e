-- Money that goes back to buyers, and the comparison of the books with the payment provider. Everything is new tables, so
-- nothing is rewritten or looked through, and the version before goes on meanwhile.

-- A payment of which something has been given back: its row is made with its first refund.
CREATE TABLE refunded_payment (
  intent_id      text PRIMARY KEY,
  -- The order that it paid, or was meant for; null where it named none of ours.
  order_id       uuid REFERENCES shop_order,
  amount_minor   bigint NOT NULL CHECK (amount_minor > 0),
  currency       text NOT NULL,
  -- All refunds that have not failed: asked for, under way and done.
  claimed_minor  bigint NOT NULL DEFAULT 0,
  -- Never more than was paid, whatever the code does.
  CHECK (claimed_minor BETWEEN 0 AND amount_minor)
);
CREATE INDEX refunded_payment_of_order ON refunded_payment (order_id);

-- A refund is written before the provider is asked, and its id is part of the provider's key: asking twice gives one.
CREATE TABLE refund (
  id            uuid PRIMARY KEY,
  intent_id     text NOT NULL REFERENCES refunded_payment,
  amount_minor  bigint NOT NULL CHECK (amount_minor > 0),
  status        text NOT NULL CHECK (status IN ('requested', 'pending', 'succeeded', 'failed')),
  -- An admin asked for it, the payment came too late, or it was made at the provider's own pages.
  cause         text NOT NULL CHECK (cause IN ('admin', 'late', 'provider')),
  -- For people: why.
  reason        text NOT NULL,
  actor_id      uuid REFERENCES shop_user,
  -- The provider's id; null until it has answered.
  provider_id   text UNIQUE,
  -- Why it failed, in the provider's words.
  failure       text,
  requested_at  timestamptz NOT NULL,
  -- When it became what it is.
  settled_at    timestamptz,
  CHECK ((cause = 'admin') = (actor_id IS NOT NULL)),
  CHECK (status IN ('requested', 'failed') OR provider_id IS NOT NULL),
  CHECK ((status = 'failed') = (failure IS NOT NULL)),
  CHECK ((status = 'requested') = (settled_at IS NULL))
);
CREATE INDEX refund_of_payment ON refund (intent_id, requested_at);
CREATE INDEX refund_newest ON refund (requested_at DESC, id DESC);
CREATE INDEX refund_under_way ON refund (requested_at, id) WHERE status IN ('requested', 'pending');

-- Units that came back to the shelf with a refund; how the stock moved is in the ledger.
CREATE TABLE refund_return (
  refund_id  uuid NOT NULL REFERENCES refund,
  part_id    bigint NOT NULL REFERENCES part,
  units      integer NOT NULL CHECK (units > 0),
  PRIMARY KEY (refund_id, part_id)
);

-- A comparison of the books with the provider over a window of time. It goes on page by page, from `stage` and `cursor`.
CREATE TABLE reconciliation (
  id             uuid PRIMARY KEY,
  -- One that the shop begins by itself has its hour here, so that of many processes one begins it.
  slot           text UNIQUE,
  actor_id       uuid REFERENCES shop_user,
  from_at        timestamptz NOT NULL,
  to_at          timestamptz NOT NULL,
  stage          text NOT NULL CHECK (stage IN ('payments', 'refunds', 'paid-orders', 'kept-refunds', 'done', 'failed')),
  cursor         text,
  payments_seen  integer NOT NULL DEFAULT 0,
  refunds_seen   integer NOT NULL DEFAULT 0,
  repaired       integer NOT NULL DEFAULT 0,
  reported       integer NOT NULL DEFAULT 0,
  -- The last fault that held it up; an ended one has none.
  fault          text,
  started_at     timestamptz NOT NULL,
  moved_at       timestamptz NOT NULL,
  ended_at       timestamptz,
  CHECK (from_at < to_at),
  CHECK ((stage IN ('done', 'failed')) = (ended_at IS NOT NULL))
);
CREATE INDEX reconciliation_newest ON reconciliation (started_at DESC, id DESC);

-- What a comparison found: once each, though a page may be looked at twice.
CREATE TABLE reconciliation_finding (
  run_id     uuid NOT NULL REFERENCES reconciliation ON DELETE CASCADE,
  kind       text NOT NULL,
  -- The provider's id of the payment or refund, or the refund's own where the provider knows none.
  subject    text NOT NULL,
  outcome    text NOT NULL CHECK (outcome IN ('repaired', 'reported')),
  order_id   uuid REFERENCES shop_order,
  detail     text NOT NULL,
  found_at   timestamptz NOT NULL,
  PRIMARY KEY (run_id, kind, subject)
);

-- What a comparison that is under way has met at the provider; emptied at its end.
CREATE TABLE reconciliation_seen (
  run_id   uuid NOT NULL REFERENCES reconciliation ON DELETE CASCADE,
  subject  text NOT NULL,
  PRIMARY KEY (run_id, subject)
);

-- The sandbox: how a refund of a test card ends, and when (null: at once).
ALTER TABLE sandbox.refund
  ADD COLUMN outcome text NOT NULL DEFAULT 'succeeds',
  ADD COLUMN settles_at timestamptz;
