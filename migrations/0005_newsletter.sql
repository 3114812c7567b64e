-- Who asked for the newsletter. Nobody is written to before they have confirmed, by a link in a mail to that address, that
-- it was them who asked.
CREATE TABLE newsletter_subscription (
  email         text PRIMARY KEY CHECK (email = lower(email) AND char_length(email) BETWEEN 3 AND 254),
  status        text NOT NULL CHECK (status IN ('unconfirmed', 'subscribed', 'left')),
  -- The request that the confirmation is of: links of an earlier one are good for nothing.
  request_id    uuid NOT NULL UNIQUE,
  requested_at  timestamptz NOT NULL,
  -- When somebody last made us write to this address by typing it.
  mailed_at     timestamptz NOT NULL,
  confirmed_at  timestamptz,
  left_at       timestamptz,
  CHECK (status <> 'unconfirmed' OR confirmed_at IS NULL),
  CHECK (status <> 'subscribed' OR confirmed_at IS NOT NULL),
  CHECK ((status = 'left') = (left_at IS NOT NULL)),
  CHECK (mailed_at >= requested_at)
);
CREATE INDEX newsletter_subscription_newest ON newsletter_subscription (requested_at DESC, request_id DESC);
CREATE INDEX newsletter_subscription_unconfirmed ON newsletter_subscription (requested_at) WHERE status = 'unconfirmed';
CREATE INDEX newsletter_subscription_left ON newsletter_subscription (left_at) WHERE status = 'left';
