-- outside a transaction: sales go on meanwhile.
-- Each field is a line, so that no word is found across two of them. Queries have to say the same expression. Orders are found by
-- the people who placed them: an index of their own would be written with each order and each payment.
DROP INDEX CONCURRENTLY IF EXISTS shop_user_by_words;
CREATE INDEX CONCURRENTLY shop_user_by_words ON shop_user
  USING gin (folded_words(display_name || E'\n' || email) gin_trgm_ops);

-- How common a word is, is known for what is indexed, once it has been counted.
ANALYZE shop_user;
