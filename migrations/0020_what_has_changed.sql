-- Lines of changes say what has changed where that is little: prices of a few parts, or what people wrote about the shop.
-- Whoever does not know of that takes such a line for one of anything at all, which it is, too.

CREATE FUNCTION note_review_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_change (is_about_reviews) VALUES (true);
  RETURN NULL;
END $$;

-- Statements that may insert or delete often find nothing to do.
CREATE FUNCTION note_rows_that_came_or_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed_row) THEN
    INSERT INTO catalogue_change DEFAULT VALUES;
  END IF;
  RETURN NULL;
END $$;

-- Rows of a part, whose id is in the column that the trigger names. Files change thousands, and with them nearly all that
-- is shown, so more than a hundred are not compared. When a row was touched is no part of it.
CREATE FUNCTION note_part_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed integer := (SELECT count(*) FROM (SELECT FROM new_row LIMIT 101) AS few);
BEGIN
  IF changed > 100 OR EXISTS (
    SELECT to_jsonb(new_row) - '{price_minor,updated_at}'::text[] FROM new_row
    EXCEPT ALL
    SELECT to_jsonb(old_row) - '{price_minor,updated_at}'::text[] FROM old_row
  ) THEN
    INSERT INTO catalogue_change DEFAULT VALUES;
  ELSIF changed > 0 THEN
    INSERT INTO catalogue_change (repriced_part_ids)
    SELECT array_agg((to_jsonb(new_row) ->> TG_ARGV[0])::bigint) FROM new_row;
  END IF;
  RETURN NULL;
END $$;

-- In the order in which edits and files take these tables. A part's brand is made unless it is there, which it nearly always is.
CREATE OR REPLACE TRIGGER brand_changed AFTER UPDATE OR DELETE OR TRUNCATE ON brand
  FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE TRIGGER brand_came AFTER INSERT ON brand
  REFERENCING NEW TABLE AS changed_row FOR EACH STATEMENT EXECUTE FUNCTION note_rows_that_came_or_went();

CREATE OR REPLACE TRIGGER part_changed AFTER TRUNCATE ON part
  FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE TRIGGER part_came AFTER INSERT ON part
  REFERENCING NEW TABLE AS changed_row FOR EACH STATEMENT EXECUTE FUNCTION note_rows_that_came_or_went();
CREATE TRIGGER part_went AFTER DELETE ON part
  REFERENCING OLD TABLE AS changed_row FOR EACH STATEMENT EXECUTE FUNCTION note_rows_that_came_or_went();
CREATE TRIGGER part_updated AFTER UPDATE ON part
  REFERENCING OLD TABLE AS old_row NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION note_part_update('id');

CREATE OR REPLACE TRIGGER part_search_changed AFTER TRUNCATE ON part_search
  FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE TRIGGER part_search_came AFTER INSERT ON part_search
  REFERENCING NEW TABLE AS changed_row FOR EACH STATEMENT EXECUTE FUNCTION note_rows_that_came_or_went();
CREATE TRIGGER part_search_went AFTER DELETE ON part_search
  REFERENCING OLD TABLE AS changed_row FOR EACH STATEMENT EXECUTE FUNCTION note_rows_that_came_or_went();
CREATE TRIGGER part_search_updated AFTER UPDATE ON part_search
  REFERENCING OLD TABLE AS old_row NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION note_part_update('part_id');

CREATE OR REPLACE TRIGGER review_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON review
  FOR EACH STATEMENT EXECUTE FUNCTION note_review_change();

-- Last, since everybody who reads or writes a line waits for it.
ALTER TABLE catalogue_change
  -- Parts of which nothing but the price is another.
  ADD COLUMN repriced_part_ids bigint[],
  -- Whether all that has changed is reviews.
  ADD COLUMN is_about_reviews boolean NOT NULL DEFAULT false;
