-- Lists of people by moment, and looking somebody up by their email alone.
CREATE INDEX shop_user_of_issuer ON shop_user (issuer, created_at DESC, id DESC);
CREATE INDEX shop_user_by_email ON shop_user (email);
CREATE INDEX profile_newest ON profile (updated_at DESC, id DESC);
