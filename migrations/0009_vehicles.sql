-- Vehicles that signed-in people keep for themselves. One model may stand there more than once: fleets have many alike.
CREATE TABLE garage_vehicle (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES shop_user,
  vehicle_id  integer NOT NULL REFERENCES vehicle,
  -- What its owner calls it, and what tells it from others of its kind; empty where it is not said.
  name        text NOT NULL DEFAULT '',
  plate       text NOT NULL DEFAULT '',
  vin         text NOT NULL DEFAULT '',
  notes       text NOT NULL DEFAULT '',
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL
);
CREATE INDEX garage_vehicle_of_user ON garage_vehicle (user_id, created_at DESC, id DESC);

-- What was told of the fit when a line was ordered: it stays, whatever is listed for the part later.
ALTER TABLE order_line
  ADD COLUMN vehicle_id     integer REFERENCES vehicle,
  ADD COLUMN vehicle_name   text,
  ADD COLUMN fit            text CHECK (fit IN ('fits', 'fitsIf', 'doesNotFit', 'unknown')),
  -- The conditions that it depended on; where it fits or not by the buyer's own word, those that they spoke of.
  ADD COLUMN fit_condition  text,
  ADD CHECK ((vehicle_id IS NULL) = (vehicle_name IS NULL)),
  ADD CHECK ((vehicle_id IS NULL) = (fit IS NULL)),
  ADD CHECK ((vehicle_id IS NULL) = (fit_condition IS NULL));
