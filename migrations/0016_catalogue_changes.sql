-- What public answers are made of, each time any of it changes: a line, written by the transaction that changes it.
-- Processes keep the bytes of their answers and read these lines to learn which of them are true no more.
CREATE TABLE catalogue_change (
  id                    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Lines are read in the order of their transactions: ids are given out before a transaction is seen by others.
  transaction           xid8 NOT NULL DEFAULT pg_current_xact_id(),
  made_at               timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Parts with another number of units for sale; null where anything at all may be different.
  part_ids              bigint[],
  -- Whether one of them ran out, or came back: filters, counts and orders by availability are different, too.
  changes_availability  boolean NOT NULL DEFAULT false
);
CREATE INDEX catalogue_change_by_transaction ON catalogue_change (transaction);

CREATE FUNCTION note_catalogue_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_change DEFAULT VALUES;
  RETURN NULL;
END $$;

-- Shipping takes units that were promised already, so nothing that is for sale changes with it.
CREATE FUNCTION note_stock_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_change (part_ids, changes_availability)
  SELECT array_agg(part_id),
         bool_or((old_level.on_hand_units - old_level.reserved_units >= part.min_order)
              <> (new_level.on_hand_units - new_level.reserved_units >= part.min_order))
  FROM new_level JOIN old_level USING (part_id) JOIN part ON part.id = part_id
  WHERE new_level.on_hand_units - new_level.reserved_units <> old_level.on_hand_units - old_level.reserved_units
  HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE TRIGGER stock_changed AFTER UPDATE ON stock_level
  REFERENCING OLD TABLE AS old_level NEW TABLE AS new_level
  FOR EACH STATEMENT EXECUTE FUNCTION note_stock_change();
CREATE TRIGGER stock_came_or_went AFTER INSERT OR DELETE OR TRUNCATE ON stock_level
  FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE TRIGGER part_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON part
  FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE TRIGGER part_number_alias_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON part_number_alias
  FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE TRIGGER part_kind_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON part_kind
  FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE TRIGGER part_search_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON part_search
  FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE TRIGGER part_type_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON part_type
  FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE TRIGGER brand_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON brand
  FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE TRIGGER vehicle_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON vehicle
  FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE TRIGGER fitment_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON fitment
  FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE TRIGGER review_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON review
  FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
