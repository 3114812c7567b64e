/** What a reader of queries has to know of the shop: part types, brands, vehicles, and the words in use. */
import type { VehicleKind } from '../vehicles/vehicle.ts';
import { foldLetters, singularOf, tokensOf } from './search-tokens.ts';
import { makeVocabulary, type Vocabulary, type Weight } from './search-typos.ts';
import { TRADE_WORDS } from './trade-words.ts';

export type KnownType = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** From the widest to the narrowest. */
  readonly category: readonly string[];
  readonly synonyms: readonly string[];
  readonly positions: readonly string[];
  readonly attributes: readonly KnownAttribute[];
};
export type KnownAttribute = {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly type: 'number' | 'text' | 'boolean';
};
export type KnownBrand = { readonly id: number; readonly slug: string; readonly name: string };
export type KnownVehicle = {
  readonly id: number;
  readonly kind: VehicleKind;
  readonly make: string;
  readonly model: string;
  readonly year: number;
};

/** What a type is called: one of its names, its words as they are and in the singular. */
export type TypeName = {
  readonly type: KnownType;
  readonly name: string;
  readonly words: readonly string[];
  readonly singulars: readonly string[];
  /** 0 for the type's own name, more for each synonym. */
  readonly place: number;
};

/** A model with its vehicles, by their years. */
export type KnownModel = {
  readonly make: string;
  readonly model: string;
  readonly plain: string;
  readonly vehicles: readonly KnownVehicle[];
};

/** Vehicles by the names that people type for them. */
export type VehicleIndex = {
  /** Letters and digits of a make's name, or of another name for it, to the make. */
  readonly makes: ReadonlyMap<string, string>;
  readonly modelsOfMake: ReadonlyMap<string, ReadonlyMap<string, KnownModel>>;
  readonly modelsByPlain: ReadonlyMap<string, readonly KnownModel[]>;
  readonly vehiclesById: ReadonlyMap<number, KnownVehicle>;
  /** Makes' names of five letters and more, to put mistyped ones right. */
  readonly makeWords: Vocabulary;
  /** The words that names of makes and models are made of. */
  readonly nameWords: readonly string[];
};

export type Lexicon = VehicleIndex & {
  readonly types: readonly KnownType[];
  /** A type's name or synonym, words in the singular with spaces between, to the types called so. */
  readonly typePhrases: ReadonlyMap<string, readonly KnownType[]>;
  /** Names and synonyms of types with their words, to be completed; the type's own name comes before its synonyms. */
  readonly typeNames: readonly TypeName[];
  readonly brands: readonly KnownBrand[];
  /** The words that names and synonyms of types are made of, in the singular. */
  readonly typeWords: ReadonlySet<string>;
  readonly vocabulary: Vocabulary;
};

/** Names that people use for a make. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['vw', 'volkswagen'],
  ['chevy', 'chevrolet'],
  ['merc', 'mercedesbenz'],
  ['mercedes', 'mercedesbenz'],
  ['benz', 'mercedesbenz'],
  ['mb', 'mercedesbenz'],
  ['bmv', 'bmw'],
  ['porshe', 'porsche'],
  ['harley', 'harleydavidson'],
  ['landrover', 'landrover'],
  ['alfa', 'alfaromeo'],
  ['guzzi', 'motoguzzi'],
  ['enfield', 'royalenfield'],
  ['caddy', 'cadillac'],
  ['olds', 'oldsmobile'],
]);

/** Letters and digits alone, as names of makes and models are compared. */
export function plainName(name: string): string {
  return foldLetters(name).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The words of a phrase in the singular, with spaces between: "Brake Pads" → "brake pad". */
export function phraseOf(text: string): string {
  return tokensOf(text)
    .map((token) => singularOf(token.plain))
    .join(' ');
}

/** Indexes vehicles; takes some 50 ms for 20,000, so keep it while vehicles stay the same. */
export function indexVehicles(vehicles: readonly KnownVehicle[]): VehicleIndex {
  const { modelsOfMake, modelsByPlain } = modelsOf(vehicles);
  const makes = new Map([...modelsOfMake.keys()].map((make) => [plainName(make), make]));
  for (const [other, plain] of OTHER_NAMES) {
    const make = makes.get(plain);
    if (make !== undefined) makes.set(other, make);
  }
  const names = [...modelsByPlain.values()].flat().flatMap(({ make, model }) => [make, model]);
  return {
    makes,
    modelsOfMake,
    modelsByPlain,
    vehiclesById: new Map(vehicles.map((vehicle) => [vehicle.id, vehicle])),
    makeWords: makeVocabulary(
      [...makes.keys()].filter((make) => make.length >= 5).map((make) => [make, 'trade']),
    ),
    nameWords: [...new Set(names)].flatMap((name) => tokensOf(name).map((token) => token.plain)),
  };
}

export function makeLexicon(source: {
  readonly types: readonly KnownType[];
  readonly brands: readonly KnownBrand[];
  readonly vehicles: VehicleIndex;
  readonly words: readonly string[];
}): Lexicon {
  const typePhrases = new Map<string, KnownType[]>();
  for (const type of source.types) {
    for (const phrase of new Set([type.name, ...type.synonyms].map(phraseOf))) add(typePhrases, phrase, type);
  }
  // "CV boot" is said for the kit; where something else is called so, that is meant.
  for (const [phrase, types] of [...typePhrases]) {
    const short = phrase.replace(/ (kit|set|assembly)$/, '');
    if (short.includes(' ') && !typePhrases.has(short)) typePhrases.set(short, types);
  }
  return {
    ...source.vehicles,
    types: source.types,
    typePhrases,
    typeWords: new Set([...typePhrases.keys()].flatMap((phrase) => phrase.split(' '))),
    typeNames: source.types.flatMap((type) =>
      [type.name, ...type.synonyms].map((name, place) => {
        const words = tokensOf(name).map((token) => token.plain);
        return { type, name, words, singulars: words.map(singularOf), place };
      }),
    ),
    brands: source.brands,
    vocabulary: makeVocabulary(wordsOf(source)),
  };
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const some = map.get(key);
  if (some === undefined) map.set(key, [value]);
  else some.push(value);
}

function modelsOf(vehicles: readonly KnownVehicle[]) {
  const modelsOfMake = new Map<string, Map<string, KnownModel & { vehicles: KnownVehicle[] }>>();
  for (const vehicle of vehicles) {
    const models = modelsOfMake.get(vehicle.make) ?? new Map();
    modelsOfMake.set(vehicle.make, models);
    const plain = plainName(vehicle.model);
    const model = models.get(plain);
    if (model === undefined) {
      models.set(plain, { make: vehicle.make, model: vehicle.model, plain, vehicles: [vehicle] });
    } else {
      model.vehicles.push(vehicle);
    }
  }
  const modelsByPlain = new Map<string, KnownModel[]>();
  for (const models of modelsOfMake.values()) {
    for (const [plain, model] of models) add(modelsByPlain, plain, model);
  }
  return { modelsOfMake, modelsByPlain };
}

function* wordsOf(source: {
  readonly types: readonly KnownType[];
  readonly brands: readonly KnownBrand[];
  readonly vehicles: VehicleIndex;
  readonly words: readonly string[];
}): Generator<readonly [string, Weight]> {
  for (const type of source.types) {
    for (const text of [type.name, ...type.synonyms, ...type.positions]) {
      for (const token of tokensOf(text)) {
        yield [token.plain, 'trade'];
        // "Cross-member" is found by each of its words.
        for (const piece of token.typed.split(/[^\p{L}\p{N}]+/u)) yield [piece, 'trade'];
      }
    }
  }
  for (const word of TRADE_WORDS) yield [word, 'trade'];
  for (const brand of source.brands) for (const token of tokensOf(brand.name)) yield [token.plain, 'name'];
  for (const word of source.vehicles.nameWords) yield [word, 'name'];
  for (const word of source.words) yield [word, 'name'];
}
