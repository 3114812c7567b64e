-- Finding parts: one narrow row for each part that is in the shop, with all that a search looks at, and the words that
-- names of parts are made of. Stock is not among it: orders change it all the time, so searches read it where it is kept.

-- array_to_string for arrays of text alone, which is immutable.
CREATE FUNCTION joined_words(words text[]) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE RETURNS NULL ON NULL INPUT
  AS $$ BEGIN RETURN array_to_string(words, ' '); END $$;

-- The words of a part type are worked out once, not for each of its parts.
ALTER TABLE part_type ADD COLUMN document tsvector NOT NULL GENERATED ALWAYS AS (
  setweight(to_tsvector('shop'::regconfig, name || ' ' || joined_words(synonyms)), 'B')
  || setweight(to_tsvector('shop'::regconfig, joined_words(category)), 'D')
) STORED;

-- What is asked of numbers beyond 0001: the shop's own, in any form.
CREATE INDEX part_by_sku_number ON part (normalised_number(sku) text_pattern_ops);

DROP TABLE part_search;
CREATE TABLE part_search (
  part_id       bigint PRIMARY KEY REFERENCES part ON DELETE CASCADE,
  brand_id      integer NOT NULL,
  part_type_id  integer,
  rank          integer NOT NULL,
  price_minor   bigint NOT NULL,
  min_order     integer NOT NULL,
  grade         text NOT NULL,
  -- What the part is called, as names are put in order.
  sort_name     text NOT NULL,
  kinds         text[] NOT NULL,
  positions     text[] NOT NULL,
  -- "diameter=320", one for each attribute.
  attributes    text[] NOT NULL,
  vehicle_ids   integer[] NOT NULL,
  document      tsvector NOT NULL
);

-- The row that each part in the shop should have. A part's name weighs most; then its type with synonyms, brand and
-- numbers; then vehicles, positions and attributes; then the rest, without places, which weighs least.
CREATE VIEW part_search_source AS
SELECT part.id AS part_id, part.brand_id, part.part_type_id, part.rank, part.price_minor, part.min_order, part.grade,
       lower(part.name) AS sort_name,
       coalesce(fits.kinds, '{}') AS kinds,
       coalesce(fits.positions, '{}') AS positions,
       coalesce(own.attributes, '{}') AS attributes,
       coalesce(fits.vehicle_ids, '{}') AS vehicle_ids,
       setweight(to_tsvector('shop', part.name), 'A')
       || coalesce(part_type.document, ''::tsvector)
       || setweight(to_tsvector('shop', brand.name || ' ' || part.part_number || ' ' || part.sku), 'B')
       || setweight(to_tsvector('shop', concat_ws(' ', fits.names, own.words)), 'C')
       || strip(to_tsvector('shop', concat_ws(' ', part.grade, joined_words(fits.kinds), part.description)))
         AS document
FROM part
JOIN brand ON brand.id = part.brand_id
LEFT JOIN part_type ON part_type.id = part.part_type_id
LEFT JOIN LATERAL (
  SELECT array_agg(DISTINCT vehicle.id ORDER BY vehicle.id) AS vehicle_ids,
         array_agg(DISTINCT vehicle.kind ORDER BY vehicle.kind) AS kinds,
         array_agg(DISTINCT fitment.position ORDER BY fitment.position) FILTER (WHERE fitment.position <> '') AS positions,
         concat_ws(' ', string_agg(DISTINCT vehicle.make || ' ' || vehicle.model, ' '),
                   string_agg(DISTINCT fitment.position, ' ')) AS names
  FROM fitment JOIN vehicle ON vehicle.id = fitment.vehicle_id
  WHERE fitment.part_id = part.id
) AS fits ON true
LEFT JOIN LATERAL (
  SELECT array_agg(key || '=' || value ORDER BY key) AS attributes,
         string_agg(CASE value WHEN 'yes' THEN key WHEN 'no' THEN '' ELSE value END, ' ') AS words
  FROM jsonb_each_text(part.attributes)
) AS own ON true
WHERE part.archived_at IS NULL;

INSERT INTO part_search (part_id, brand_id, part_type_id, rank, price_minor, min_order, grade, sort_name, kinds,
                         positions, attributes, vehicle_ids, document)
SELECT part_id, brand_id, part_type_id, rank, price_minor, min_order, grade, sort_name, kinds,
       positions, attributes, vehicle_ids, document
FROM part_search_source;

-- Words, vehicle, attributes, type and brand are looked up together.
CREATE INDEX part_search_terms ON part_search USING gin (document, vehicle_ids, attributes, part_type_id, brand_id);
-- Orders of the list, and of one type or brand.
CREATE INDEX part_search_by_rank ON part_search (rank, part_id);
CREATE INDEX part_search_by_price ON part_search (price_minor, part_id);
CREATE INDEX part_search_by_name ON part_search (sort_name, part_id);
CREATE INDEX part_search_of_type ON part_search (part_type_id, rank, part_id);
CREATE INDEX part_search_of_type_by_price ON part_search (part_type_id, price_minor, part_id);
CREATE INDEX part_search_of_brand ON part_search (brand_id, rank, part_id);

-- Words of parts' names, to put mistyped ones right. Only ever added to; a word may be there twice, since nobody should
-- wait for another's import to know that it isn't.
CREATE TABLE search_word (
  word  text NOT NULL CHECK (word <> '')
);
CREATE INDEX search_word_is_known ON search_word (word);
INSERT INTO search_word (word)
SELECT DISTINCT word FROM part, regexp_split_to_table(lower(unaccent(name)), '[^[:alpha:]]+') AS word
WHERE length(word) BETWEEN 3 AND 30;
