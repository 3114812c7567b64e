-- What lists can be narrowed to, as small numbers: any choice of any kind is looked up in one index, and all of them are
-- counted in one go. Columns that are read no more are dropped by a later migration, when nobody runs what read them.

CREATE TABLE search_facet (
  id   integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- "brand=bosch", "type=brake-disc" ("type=" where it has none), "grade=oe", "kind=car", "position=front axle",
  -- "attribute:diameter=320". Compared by bytes, so that what begins alike stands together.
  key  text COLLATE "C" NOT NULL UNIQUE
);

ALTER TABLE part_search
  ADD COLUMN facets integer[] NOT NULL DEFAULT '{}',
  ALTER COLUMN grade DROP NOT NULL,
  ALTER COLUMN kinds DROP NOT NULL,
  ALTER COLUMN positions DROP NOT NULL,
  ALTER COLUMN attributes DROP NOT NULL;

-- The row that each part in the shop should have, with its facets by their keys. The words are those of 0008.
DROP VIEW part_search_source;
CREATE VIEW part_search_source AS
SELECT part.id AS part_id, part.brand_id, part.part_type_id, part.rank, part.price_minor, part.min_order,
       lower(part.name) AS sort_name,
       ARRAY['brand=' || brand.slug, 'type=' || coalesce(part_type.code, ''), 'grade=' || part.grade]
         || coalesce(fits.facet_keys, '{}') || coalesce(own.facet_keys, '{}') AS facet_keys,
       coalesce(fits.vehicle_ids, '{}') AS vehicle_ids,
       setweight(to_tsvector('shop', part.name), 'A')
       || coalesce(part_type.document, ''::tsvector)
       || setweight(to_tsvector('shop', brand.name || ' ' || part.part_number || ' ' || part.sku), 'B')
       || setweight(to_tsvector('shop', concat_ws(' ', fits.names, own.words)), 'C')
       || strip(to_tsvector('shop', concat_ws(' ', part.grade, fits.kinds, part.description)))
         AS document
FROM part
JOIN brand ON brand.id = part.brand_id
LEFT JOIN part_type ON part_type.id = part.part_type_id
LEFT JOIN LATERAL (
  SELECT array_agg(DISTINCT vehicle.id ORDER BY vehicle.id) AS vehicle_ids,
         string_agg(DISTINCT vehicle.kind, ' ') AS kinds,
         array_agg(DISTINCT 'kind=' || vehicle.kind)
           || coalesce(array_agg(DISTINCT 'position=' || fitment.position) FILTER (WHERE fitment.position <> ''), '{}')
           AS facet_keys,
         concat_ws(' ', string_agg(DISTINCT vehicle.make || ' ' || vehicle.model, ' '),
                   string_agg(DISTINCT fitment.position, ' ')) AS names
  FROM fitment JOIN vehicle ON vehicle.id = fitment.vehicle_id
  WHERE fitment.part_id = part.id
) AS fits ON true
LEFT JOIN LATERAL (
  SELECT array_agg('attribute:' || key || '=' || value) AS facet_keys,
         string_agg(CASE value WHEN 'yes' THEN key WHEN 'no' THEN '' ELSE value END, ' ') AS words
  FROM jsonb_each_text(part.attributes)
) AS own ON true
WHERE part.archived_at IS NULL;

INSERT INTO search_facet (key)
SELECT DISTINCT key FROM part_search_source, unnest(facet_keys) AS key ORDER BY key;

UPDATE part_search SET facets = named.facets, grade = NULL, kinds = NULL, positions = NULL, attributes = NULL
FROM (SELECT part_id, array_agg(search_facet.id ORDER BY search_facet.id) AS facets
      FROM part_search_source, unnest(facet_keys) AS own (key) JOIN search_facet USING (key)
      GROUP BY part_id) AS named
WHERE named.part_id = part_search.part_id;

DROP INDEX part_search_terms;
CREATE INDEX part_search_terms ON part_search USING gin (document, vehicle_ids, facets);

-- Fitments of a vehicle are found by the vehicle alone; its parts are found in part_search. A quarter of the size.
CREATE INDEX fitment_by_vehicle ON fitment (vehicle_id);
DROP INDEX fitment_of_vehicle;
