-- What the embedded identity provider keeps. Its tables are the identity library's own in our names; only
-- src/server/adapters/identity touches them, and the shop knows its people by (issuer, subject) alone.

CREATE TABLE identity_user (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name            text NOT NULL,
  email           text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified  boolean NOT NULL,
  image           text,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now()
);

-- A signed-in browser. The library fills in neither address nor browser: we don't keep them.
CREATE TABLE identity_session (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id     uuid NOT NULL REFERENCES identity_user ON DELETE CASCADE,
  token       text NOT NULL UNIQUE,
  ip_address  text,
  user_agent  text,
  expires_at  timestamptz NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL
);
CREATE INDEX identity_session_of_user ON identity_session (user_id);
CREATE INDEX identity_session_due ON identity_session (expires_at);

-- A way of signing in: provider 'credential' is email and password (hashed with scrypt).
CREATE TABLE identity_account (
  id                        uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id                   uuid NOT NULL REFERENCES identity_user ON DELETE CASCADE,
  provider_id               text NOT NULL,
  account_id                text NOT NULL,
  password                  text,
  access_token              text,
  refresh_token             text,
  id_token                  text,
  access_token_expires_at   timestamptz,
  refresh_token_expires_at  timestamptz,
  scope                     text,
  created_at                timestamptz NOT NULL DEFAULT now(),
  updated_at                timestamptz NOT NULL,
  UNIQUE (provider_id, account_id)
);
CREATE INDEX identity_account_of_user ON identity_account (user_id);

-- Links sent by mail that wait to be opened.
CREATE TABLE identity_verification (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  identifier  text NOT NULL,
  value       text NOT NULL,
  expires_at  timestamptz NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX identity_verification_of ON identity_verification (identifier);

-- Key pairs that sign proofs of identity. The private half is encrypted with the identity secret.
CREATE TABLE identity_jwks (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  public_key   text NOT NULL,
  private_key  text NOT NULL,
  alg          text,
  crv          text,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz
);

-- How many tries an email address has left, as of `counted_at`; they come back with time. `account` is a hash of what
-- was tried and the address, known to us or not, so a row tells nothing of who has an account.
CREATE TABLE identity_attempt (
  account     text PRIMARY KEY,
  tries_left  double precision NOT NULL,
  counted_at  timestamptz NOT NULL
);
CREATE INDEX identity_attempt_stale ON identity_attempt (counted_at);
