-- The processes of the shop, so that whoever looks after it sees which are alive, of which version, and how they do.
CREATE TABLE shop_process (
  id          uuid PRIMARY KEY,
  host        text NOT NULL,
  pid         integer NOT NULL,
  version     text NOT NULL,
  started_at  timestamptz NOT NULL,
  -- The last sign of life, by the database's own clock.
  beat_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When it said goodbye; null while it runs, and where it was killed.
  stopped_at  timestamptz,
  -- What it says of itself: {"requests": 812, "faults": 0, …}; `server/status/figures.ts` says which.
  figures     jsonb NOT NULL
);
CREATE INDEX shop_process_beat ON shop_process (beat_at DESC);
