-- Which part types are changed together: codes of other types, the most usual first. Codes and not ids, so that types
-- may name one another whichever of them is written first.
ALTER TABLE part_type ADD COLUMN goes_with text[] NOT NULL DEFAULT '{}';
