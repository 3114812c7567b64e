-- Lines of changes say, too, where nothing but the price of a few parts and what is said of them has changed: their names,
-- descriptions and pictures, by which no shelf is counted. Whoever does not know of that takes such a line for one of anything
-- at all.

-- Rows of a part, whose id is in the column that the trigger names. Files change thousands, and with them nearly all that
-- is shown, so more than a hundred are not compared. When a row was touched is no part of it.
CREATE OR REPLACE FUNCTION note_part_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed integer := (SELECT count(*) FROM (SELECT FROM new_row LIMIT 101) AS few);
  -- Of the part, and of what the search has of it.
  said text[] := '{name,description,image_url,sort_name,document}';
  compared integer := 0;
  is_more boolean;
  repriced bigint[];
  retold bigint[];
BEGIN
  IF changed <= 100 THEN
    -- Each row is written out once, whatever the plan: for a hundred it may be the one that was made for a few.
    WITH new_part AS MATERIALIZED (
      SELECT (to_jsonb(new_row) ->> TG_ARGV[0])::bigint AS id, to_jsonb(new_row) - 'updated_at' AS later FROM new_row
    ), old_part AS MATERIALIZED (
      SELECT (to_jsonb(old_row) ->> TG_ARGV[0])::bigint AS id, to_jsonb(old_row) - 'updated_at' AS earlier FROM old_row
    )
    SELECT count(*),
           bool_or(later - said - 'price_minor' <> earlier - said - 'price_minor'),
           array_agg(id) FILTER (WHERE later -> 'price_minor' <> earlier -> 'price_minor'),
           array_agg(id) FILTER (WHERE later - 'price_minor' <> earlier - 'price_minor')
      INTO compared, is_more, repriced, retold
      FROM new_part JOIN old_part USING (id);
  END IF;
  IF changed > compared OR is_more THEN
    INSERT INTO catalogue_change DEFAULT VALUES;
    RETURN NULL;
  END IF;
  IF repriced IS NOT NULL THEN
    INSERT INTO catalogue_change (repriced_part_ids) VALUES (repriced);
  END IF;
  IF retold IS NOT NULL THEN
    INSERT INTO catalogue_change (retold_part_ids) VALUES (retold);
  END IF;
  RETURN NULL;
END $$;

-- Last, since everybody who reads or writes a line waits for it.
ALTER TABLE catalogue_change
  -- Parts of which something else is said.
  ADD COLUMN retold_part_ids bigint[];
