-- Which address a linked Google account has proven: the account's own, where Google said that it is verified. A new password
-- by mail ends what was linked without that. Null for what was linked before; the next sign-in with it tells.
ALTER TABLE identity_account
  ADD COLUMN proven_email text;
