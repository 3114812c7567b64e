/**
 * Reads what somebody typed into the one search box: "brake pads 2014 audi a4 front" is asked for brake pads at the front
 * of a vehicle that is known. Pure: everything that has to be known of the shop is given.
 */
import { type KnownModel, type KnownType, type Lexicon, plainName } from './search-lexicon.ts';
import { singularOf, type Token, tokensOf, withoutFillers } from './search-tokens.ts';
import { sideOf, tradeSynonyms } from './trade-words.ts';

/** A word that a part has to have, in any of these forms; the first is what was typed. */
export type WordGroup = {
  readonly typed: string;
  readonly forms: readonly string[];
  /** What a mistyped word was read as. */
  readonly corrected?: string | undefined;
  /** Whether the catalogue has the word, as far as is known without asking it. */
  readonly isKnown: boolean;
};

/** The vehicle of a phrase, as far as it is named. */
export type NamedVehicle = {
  readonly make: string | null;
  readonly model: string | null;
  readonly yearFrom: number | null;
  readonly yearTo: number | null;
  /** All vehicles that may be meant; none where the model was not made in these years. */
  readonly vehicleIds: readonly number[];
  /** The same without the years. */
  readonly anyYearIds: readonly number[];
};

export type Phrase = {
  readonly words: readonly WordGroup[];
  readonly vehicle: NamedVehicle | undefined;
  /** Sides and ends that were named ("front", "left"), in the order of the phrase. They are among the words, too. */
  readonly sides: readonly string[];
  /** Part types that the phrase, or some of its words together, is the name of; the best fitting first. */
  readonly types: readonly KnownType[];
};

const MAX_PHRASE_WORDS = 5;
const MAX_NAME_WORDS = 4;
const YEAR = /^(19[5-9]\d|20[0-4]\d)$/;
const YEARS = /^(19[5-9]\d|20[0-4]\d)(19[5-9]\d|20[0-4]\d)$/;
const MEASURE = /^(\d+(?:[.,]\d+)?)(mm|cm|m|v|w|kw|a|ah|kg|nm|bar|l|hp|k)$/;
/** All models of a make in one year are a vehicle of sorts; all models of a make are just a word. */
const MAX_VEHICLES = 400;

type Reading = {
  readonly tokens: readonly Token[];
  readonly taken: Set<number>;
  readonly phrased: Set<number>;
};

export function readPhrase(query: string, lexicon: Lexicon): Phrase {
  const tokens = withoutFillers(tokensOf(query));
  const reading: Reading = { tokens, taken: new Set(), phrased: new Set() };
  const types = readTypes(reading, lexicon);
  const vehicle = readVehicle(reading, lexicon);
  const left = tokens.filter((_, at) => !reading.taken.has(at));
  return {
    words: left.map((token) => wordGroup(token, lexicon)),
    vehicle,
    sides: [...new Set(left.flatMap((token) => sideOf(token.plain) ?? []))],
    types,
  };
}

/** Names of types in the phrase, the longest first; words of names with several words can't be a vehicle's. */
function readTypes({ tokens, phrased }: Reading, lexicon: Lexicon): KnownType[] {
  const forms = tokens.map((token) => {
    const word = singularOf(token.plain);
    if (lexicon.vocabulary.knows(token.plain)) return word;
    return singularOf(lexicon.vocabulary.nearest(token.plain) ?? token.plain);
  });
  const found: { types: readonly KnownType[]; length: number; at: number }[] = [];
  for (let length = Math.min(MAX_PHRASE_WORDS, tokens.length); length >= 1; length -= 1) {
    for (let at = 0; at + length <= tokens.length; at += 1) {
      const types = lexicon.typePhrases.get(forms.slice(at, at + length).join(' '));
      if (types === undefined) continue;
      // A name inside a longer name is not meant.
      if (found.some((other) => other.at <= at && at + length <= other.at + other.length)) continue;
      found.push({ types, length, at });
      if (length > 1) for (let word = at; word < at + length; word += 1) phrased.add(word);
    }
  }
  return [...new Set(found.flatMap(({ types }) => types))];
}

function readVehicle(reading: Reading, lexicon: Lexicon): NamedVehicle | undefined {
  const years = findYears(reading);
  const make = findMake(reading, lexicon);
  const models = findModels(reading, lexicon, make, years !== undefined);
  if (models === undefined && (make === undefined || years === undefined)) return undefined;
  const vehicles = (
    models?.found ?? [...(lexicon.modelsOfMake.get(make?.make ?? '')?.values() ?? [])]
  ).flatMap((model) => model.vehicles);
  const inYears =
    years === undefined ? vehicles : vehicles.filter(({ year }) => years.from <= year && year <= years.to);
  if (models === undefined && (inYears.length === 0 || inYears.length > MAX_VEHICLES)) return undefined;
  for (const span of [make, models, years]) {
    for (let at = span?.at ?? 0; span !== undefined && at < span.at + span.length; at += 1)
      reading.taken.add(at);
  }
  const makes = new Set(vehicles.map((vehicle) => vehicle.make));
  const names = new Set(vehicles.map((vehicle) => vehicle.model));
  return {
    make: makes.size === 1 ? (vehicles[0]?.make ?? null) : null,
    model: names.size === 1 ? (vehicles[0]?.model ?? null) : null,
    yearFrom: years?.from ?? null,
    yearTo: years?.to ?? null,
    vehicleIds: inYears.map(({ id }) => id),
    anyYearIds: models === undefined ? [] : vehicles.map(({ id }) => id),
  };
}

type Span = { readonly at: number; readonly length: number };

function findYears({ tokens }: Reading): (Span & { from: number; to: number }) | undefined {
  for (const [at, token] of tokens.entries()) {
    if (YEAR.test(token.plain)) return { at, length: 1, from: Number(token.plain), to: Number(token.plain) };
    const range = YEARS.exec(token.plain);
    const [from, to] = [Number(range?.[1]), Number(range?.[2])];
    if (range !== null && token.typed !== token.plain && from <= to) return { at, length: 1, from, to };
  }
  return undefined;
}

function findMake({ tokens, phrased }: Reading, lexicon: Lexicon): (Span & { make: string }) | undefined {
  for (let length = 3; length >= 1; length -= 1) {
    for (let at = 0; at + length <= tokens.length; at += 1) {
      if (phrased.has(at)) continue;
      const make = lexicon.makes.get(joined(tokens, at, length));
      if (make !== undefined) return { at, length, make };
    }
  }
  for (const [at, { plain }] of tokens.entries()) {
    if (phrased.has(at) || plain.length < 5 || lexicon.vocabulary.knows(plain)) continue;
    const make = lexicon.makes.get(lexicon.makeWords.nearest(plain) ?? '');
    if (make !== undefined) return { at, length: 1, make };
  }
  return undefined;
}

/** A model of the make, wherever in the phrase; without a make a model that can't be mistaken for anything else. */
function findModels(
  { tokens, phrased }: Reading,
  lexicon: Lexicon,
  make: (Span & { make: string }) | undefined,
  hasYear: boolean,
): (Span & { found: readonly KnownModel[] }) | undefined {
  const ofMake = make && lexicon.modelsOfMake.get(make.make);
  const places = tokens.map((_, at) => at);
  const behindMake = make === undefined ? -1 : make.at + make.length;
  // The word behind the make is most likely to be the model.
  places.sort((a, b) => Number(b === behindMake) - Number(a === behindMake));
  for (const at of places) {
    for (let length = MAX_NAME_WORDS; length >= 1; length -= 1) {
      if (at + length > tokens.length || overlaps(make, at, length)) continue;
      if (places.some((place) => place >= at && place < at + length && phrased.has(place))) continue;
      const plain = joined(tokens, at, length);
      const found =
        ofMake === undefined
          ? lexicon.modelsByPlain.get(plain)
          : // The Mazda3 has its maker's name in its own.
            single(ofMake.get(plain) ?? ofMake.get(`${plainName(make?.make ?? '')}${plain}`));
      if (found === undefined) continue;
      const isPlainWord = length === 1 && (/^\d+$/.test(plain) || isTradeWord(plain, lexicon));
      if (isPlainWord && at !== behindMake) continue;
      if (make === undefined && !standsAlone(plain, hasYear)) continue;
      return { at, length, found };
    }
  }
  return undefined;
}

const single = (model: KnownModel | undefined) => (model === undefined ? undefined : [model]);
const joined = (tokens: readonly Token[], at: number, length: number) =>
  tokens
    .slice(at, at + length)
    .map((token) => token.plain)
    .join('');
const overlaps = (span: Span | undefined, at: number, length: number) =>
  span !== undefined && at < span.at + span.length && span.at < at + length;

/** "Spark" and "Element" are models, but whoever types them wants plugs and filters. */
function isTradeWord(plain: string, lexicon: Lexicon): boolean {
  return (
    tradeSynonyms(plain).length > 0 || sideOf(plain) !== undefined || lexicon.typeWords.has(singularOf(plain))
  );
}

/** Whether a model's name says enough without a make: "corolla" does, "x5" beside a year does, "300" never. */
function standsAlone(plain: string, hasYear: boolean): boolean {
  if (!/\p{L}/u.test(plain)) return false;
  return plain.length >= 4 || (hasYear && plain.length >= 2);
}

function wordGroup({ typed, plain }: Token, lexicon: Lexicon): WordGroup {
  const { vocabulary } = lexicon;
  const measure = MEASURE.exec(typed);
  if (measure !== null) return { typed, forms: [typed, `${measure[1]} ${measure[2]}`], isKnown: true };
  const forms = new Set([typed]);
  if (plain !== typed && !/\d/.test(plain)) forms.add(plain);
  if (/\d/.test(plain)) return { typed, forms: [...forms], isKnown: true };
  for (const synonym of [...tradeSynonyms(plain), ...tradeSynonyms(singularOf(plain))]) forms.add(synonym);
  if (vocabulary.knows(plain) || lexicon.makes.has(plain)) {
    // "VW" stands for a make whose name is written out in the catalogue.
    const make = lexicon.makes.get(plain);
    if (make !== undefined) forms.add(make.toLowerCase());
    return { typed, forms: [...forms], isKnown: true };
  }
  if (typed !== plain) return { typed, forms: [...forms], isKnown: true };
  const halves = vocabulary.halves(plain);
  if (halves !== undefined) {
    forms.add(halves.join(' '));
    return { typed, forms: [...forms], corrected: halves.join(' '), isKnown: true };
  }
  const corrected = vocabulary.nearest(plain) ?? lexicon.makeWords.nearest(plain);
  if (corrected === undefined) return { typed, forms: [...forms], isKnown: false };
  const meant = lexicon.makes.get(corrected)?.toLowerCase() ?? corrected;
  for (const form of [meant, ...tradeSynonyms(corrected), ...tradeSynonyms(singularOf(corrected))])
    forms.add(form);
  return { typed, forms: [...forms], corrected: meant, isKnown: true };
}
