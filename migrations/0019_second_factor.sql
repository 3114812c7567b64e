-- The second factor of accounts at the embedded identity provider: codes of an app (TOTP, RFC 6238), and recovery codes.

CREATE TABLE identity_second_factor (
  user_id       uuid PRIMARY KEY REFERENCES identity_user ON DELETE CASCADE,
  -- What the app shares with us, encrypted with a key that is not in the database.
  secret        text NOT NULL,
  created_at    timestamptz NOT NULL,
  -- When the first code was right; until then it counts for nothing.
  confirmed_at  timestamptz,
  -- The 30 seconds of the last code that was taken: it, and any before it, are refused from then on.
  last_step     bigint NOT NULL DEFAULT 0
);

-- Each good once. `code_hash` is an HMAC by a key that is not in the database.
CREATE TABLE identity_recovery_code (
  user_id    uuid NOT NULL REFERENCES identity_second_factor ON DELETE CASCADE,
  code_hash  text NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- When the second factor was last shown in this session; null where it was not.
ALTER TABLE identity_session ADD COLUMN second_factor_at timestamptz;
