-- Imports as things of their own: a file is staged row by row, checked, then applied in batches that are each atomic.

CREATE TABLE import_run (
  id              uuid PRIMARY KEY,
  kind            text NOT NULL CHECK (kind IN ('parts', 'numbers', 'fitments', 'prices', 'stock', 'codes')),
  format          text NOT NULL CHECK (format IN ('csv', 'aces', 'pies')),
  file_name       text NOT NULL,
  -- Null where it came from the command line.
  actor_id        uuid REFERENCES shop_user,
  state           text NOT NULL
    CHECK (state IN ('reading', 'checking', 'checked', 'applying', 'applied', 'cancelled', 'failed')),
  -- The rows without errors are applied all the same.
  skip_errors     boolean NOT NULL DEFAULT false,
  -- Rows of the file, good and bad; rows with errors; errors in all.
  rows_read       integer NOT NULL DEFAULT 0,
  rows_staged     integer NOT NULL DEFAULT 0,
  bad_rows        integer NOT NULL DEFAULT 0,
  error_count     integer NOT NULL DEFAULT 0,
  -- How far checking or applying has come: the last group of rows, and how many rows that were.
  done_key        text COLLATE "C" NOT NULL DEFAULT '',
  rows_done       integer NOT NULL DEFAULT 0,
  -- What the check foresees, and what applying did.
  foreseen_new      integer NOT NULL DEFAULT 0,
  foreseen_changed  integer NOT NULL DEFAULT 0,
  inserted_count    integer NOT NULL DEFAULT 0,
  updated_count     integer NOT NULL DEFAULT 0,
  -- Time spent on the phase under way, pauses left out: the rate follows from it.
  worked_ms       bigint NOT NULL DEFAULT 0,
  notes           text[] NOT NULL DEFAULT '{}',
  failure         text NOT NULL DEFAULT '',
  created_at      timestamptz NOT NULL,
  finished_at     timestamptz,
  -- The last sign of life, by the database's own clock.
  beat_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((state IN ('applied', 'cancelled', 'failed')) = (finished_at IS NOT NULL))
);
-- One at a time of each kind.
CREATE UNIQUE INDEX import_run_under_way ON import_run (kind) WHERE state IN ('reading', 'checking', 'applying');
CREATE INDEX import_run_newest ON import_run (created_at DESC, id DESC);

-- A good row as it will be applied. Rows of one group (all fitments of a part, say) are applied together.
CREATE TABLE import_row (
  run_id     uuid NOT NULL REFERENCES import_run ON DELETE CASCADE,
  group_key  text COLLATE "C" NOT NULL,
  -- Which row of the file it is; several may begin on one line of XML.
  place      integer NOT NULL,
  line       integer NOT NULL,
  -- What must be unique in the file besides; null where nothing must.
  other_key  text COLLATE "C",
  data       jsonb NOT NULL,
  PRIMARY KEY (run_id, group_key, place)
);

CREATE TABLE import_error (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id       uuid NOT NULL REFERENCES import_run ON DELETE CASCADE,
  line         integer NOT NULL,
  -- The group that is left out because of it; null where that isn't known.
  group_key    text COLLATE "C",
  column_name  text NOT NULL,
  message      text NOT NULL,
  value        text NOT NULL
);
CREATE INDEX import_error_of_run ON import_error (run_id, line, id);
CREATE INDEX import_error_of_group ON import_error (run_id, group_key) WHERE group_key IS NOT NULL;

-- What the ids of the trade's own tables mean here; owners bring them as a file of their own.
CREATE TABLE catalogue_code (
  scheme        text NOT NULL CHECK (scheme IN ('vehicle', 'make', 'model', 'brand', 'part_type', 'position', 'attribute')),
  code          text NOT NULL CHECK (code <> ''),
  -- The brand's name, the part type's code, the position, the attribute's key; empty for vehicles.
  value         text NOT NULL DEFAULT '',
  vehicle_kind  text NOT NULL DEFAULT '',
  make          text NOT NULL DEFAULT '',
  model         text NOT NULL DEFAULT '',
  year          integer,
  PRIMARY KEY (scheme, code)
);
CREATE INDEX catalogue_code_of_vehicle ON catalogue_code (vehicle_kind, make, model, year)
  WHERE scheme IN ('vehicle', 'model');

-- A link by which a browser fetches one file without a token. Only the hash of what the link carries is kept.
CREATE TABLE download_ticket (
  token_hash  bytea PRIMARY KEY,
  actor_id    uuid NOT NULL REFERENCES shop_user,
  -- {"what": "export", "kind": "parts", "format": "csv"} or {"what": "errors", "importId": "…"}
  wanted      jsonb NOT NULL,
  expires_at  timestamptz NOT NULL
);
