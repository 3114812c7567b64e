-- Engines: a condition of a fitment that can be told apart from the others, so that whoever knows it is asked once.

ALTER TABLE fitment
  -- The engine that it is for, as its owner calls it: "2.0 TDI"; empty where it is for any.
  ADD COLUMN engine text NOT NULL DEFAULT '' CHECK (length(engine) <= 80);
ALTER TABLE fitment DROP CONSTRAINT fitment_pkey;
ALTER TABLE fitment ADD PRIMARY KEY (part_id, vehicle_id, position, qualifiers, engine);
-- The engines of a vehicle are those that its fitments name.
CREATE INDEX fitment_engine_of_vehicle ON fitment (vehicle_id, engine) WHERE engine <> '';

ALTER TABLE garage_vehicle ADD COLUMN engine text NOT NULL DEFAULT '' CHECK (length(engine) <= 80);

-- What ACES says of engines, as its owner names it.
ALTER TABLE catalogue_code DROP CONSTRAINT catalogue_code_scheme_check;
ALTER TABLE catalogue_code ADD CONSTRAINT catalogue_code_scheme_check CHECK (scheme IN (
  'vehicle', 'make', 'model', 'brand', 'part_type', 'position', 'attribute',
  'engine_base', 'engine_designation', 'engine_version', 'engine_vin', 'fuel_type', 'aspiration'));
