-- The audit log: who did what to what, when, from where, with old and new values. It only grows: whoever wants a row
-- changed or gone has to take the triggers away first, which leaves its own trace in the database's log.

CREATE TABLE audit_entry (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at  timestamptz NOT NULL,
  -- 'part.changed'; src/domain/audit/acts.ts lists them.
  act          text NOT NULL CHECK (act ~ '^[a-z-]+\.[a-z-]+$'),
  -- Who: a user of the shop, nobody who is known, the command line, or the shop itself.
  author_kind  text NOT NULL CHECK (author_kind IN ('person', 'nobody', 'command', 'shop')),
  author_id    uuid,
  -- To what. People are ids alone, here and in the values: who they are is read from where it may be forgotten.
  object_kind  text,
  object_id    text,
  object_name  text,
  before       jsonb,
  after        jsonb,
  -- From where.
  address      text NOT NULL DEFAULT '' CHECK (length(address) <= 100),
  user_agent   text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 300),
  request_id   text NOT NULL DEFAULT '' CHECK (length(request_id) <= 64),
  -- What a search by words looks at.
  words        text NOT NULL GENERATED ALWAYS AS (lower(
    act || ' ' || coalesce(object_id, '') || ' ' || coalesce(object_name, '') || ' '
    || coalesce(before::text, '') || ' ' || coalesce(after::text, '') || ' '
    || address || ' ' || user_agent || ' ' || request_id)) STORED,
  CHECK ((author_kind = 'person') = (author_id IS NOT NULL)),
  CHECK ((object_kind IS NULL) = (object_id IS NULL))
);
CREATE INDEX audit_entry_by_author ON audit_entry (author_id, id) WHERE author_id IS NOT NULL;
CREATE INDEX audit_entry_by_object ON audit_entry (object_kind, object_id, id) WHERE object_kind IS NOT NULL;
CREATE INDEX audit_entry_by_act ON audit_entry (act, id);
CREATE INDEX audit_entry_by_time ON audit_entry (happened_at);
CREATE INDEX audit_entry_by_words ON audit_entry USING gin (words gin_trgm_ops);

CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log only grows: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_entry_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
-- Also where a session says that it only replays what happened elsewhere.
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_only_grows;
REVOKE UPDATE, DELETE, TRUNCATE ON audit_entry FROM PUBLIC, CURRENT_USER;
