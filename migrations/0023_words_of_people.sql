-- Owners look for people and for orders by words. Texts and words are compared without marks on letters and without case.

CREATE FUNCTION folded_words(words text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURNS NULL ON NULL INPUT
  RETURN lower(unaccent('unaccent'::regdictionary, words));

-- The pattern of texts, folded like that, that have this word somewhere. Nothing in the word is a wildcard, nor is what becomes of
-- it: there are signs that are one only once they are folded, such as a full-width "%".
CREATE FUNCTION having_word(word text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURNS NULL ON NULL INPUT
  RETURN '%' || regexp_replace(folded_words(word), '([\\%_])', '\\\1', 'g') || '%';
