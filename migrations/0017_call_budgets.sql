-- How many calls each caller may still make, shared by all processes, as of `counted_at`; they come back with time.
-- `caller` is a hash, since what it is made of may be somebody's address. Unlogged: a crash of the database only gives
-- everybody their whole budget again.
CREATE UNLOGGED TABLE call_budget (
  caller      text PRIMARY KEY,
  calls_left  double precision NOT NULL,
  -- What the last one who asked was given.
  last_given  integer NOT NULL,
  counted_at  timestamptz NOT NULL
);
CREATE INDEX call_budget_stale ON call_budget (counted_at);
