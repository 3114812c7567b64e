/**
 * Finds vehicles by what people type: "audi a4 2014", "2014 a4", "f150 ford" or the beginnings of these. The order of
 * the words, case, accents, dots and dashes don't matter; one slip in a longer word is forgiven where nothing fits as typed.
 */
import type { VehicleModel } from './vehicle.ts';

/** A make (no model yet), a model (no year yet) or one vehicle. */
export type FoundVehicle =
  | { readonly level: 'make'; readonly make: string }
  | { readonly level: 'model'; readonly model: VehicleModel }
  | { readonly level: 'vehicle'; readonly model: VehicleModel; readonly year: number; readonly id: number };

export type VehicleFinder = (text: string, limit: number) => FoundVehicle[];

/** What people call makes. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['vw', 'volkswagen'],
  ['chevy', 'chevrolet'],
  ['benz', 'mercedesbenz'],
  ['mb', 'mercedesbenz'],
  ['beemer', 'bmw'],
  ['bimmer', 'bmw'],
  ['bmv', 'bmw'],
  ['porshe', 'porsche'],
  ['landie', 'landrover'],
]);

/** No text is looked at beyond so many words. */
const MAX_WORDS = 8;
/** A text that is wholly of a make's name means the make, before any of its models. */
const NAMES_A_MAKE = 20;
/** Vehicles shown of one model where the year is only begun: the newest ones. */
const YEARS_OF_A_MODEL = 4;

/** Lower case, without accents, split where something else than a letter or digit stands. */
export function vehicleWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
}

type Names = { readonly words: readonly string[]; readonly joined: string };
type Indexed = { readonly entry: VehicleModel; readonly make: Names; readonly model: Names };

const namesOf = (name: string): Names => {
  const words = vehicleWords(name);
  return { words, joined: words.join('') };
};

/** Makes a finder for these models; it keeps them in a form that is fast to look through. */
export function vehicleFinder(models: readonly VehicleModel[]): VehicleFinder {
  const makeNames = new Map<string, Names>();
  const indexed = models.map((entry): Indexed => {
    const make = makeNames.get(entry.make) ?? namesOf(entry.make);
    makeNames.set(entry.make, make);
    return { entry, make, model: namesOf(entry.model) };
  });
  return (text, limit) => {
    const words = vehicleWords(text).map((word) => OTHER_NAMES.get(word) ?? word);
    if (words.length === 0) return [];
    for (const likeness of [startsWith, nearly]) {
      for (const typed of spacings(words)) {
        const found = search(indexed, makeNames, typed, likeness, limit);
        if (found.length > 0) return found;
      }
    }
    return [];
  };
}

/** The words as typed, then with two neighbours written as one: "a 4" is "a4". */
function spacings(words: readonly string[]): (readonly string[])[] {
  const joined = words
    .slice(1)
    .map((word, index) => [...words.slice(0, index), `${words[index]}${word}`, ...words.slice(index + 2)]);
  return [words, ...joined];
}

/** How well a typed word is one of a name: 0 not at all, up to 1 for the whole word. */
type Likeness = (typed: string, word: string) => number;

const startsWith: Likeness = (typed, word) => (word.startsWith(typed) ? typed.length / word.length : 0);

/** The same, with one letter wrong, missing, too many or two of them swapped. */
const nearly: Likeness = (typed, word) => {
  const plain = startsWith(typed, word);
  if (plain > 0 || typed.length < 4 || /\d/.test(typed)) return plain;
  return isOneSlip(typed, word) ? 0.5 : 0;
};

function search(
  indexed: readonly Indexed[],
  makes: ReadonlyMap<string, Names>,
  words: readonly string[],
  likeness: Likeness,
  limit: number,
): FoundVehicle[] {
  const found: { what: FoundVehicle; score: number }[] = [];
  for (const [make, names] of makes) {
    const score = scoreOfMake(names, words, likeness);
    if (score > 0) found.push({ what: { level: 'make', make }, score: score + NAMES_A_MAKE });
  }
  for (const one of indexed) {
    const match = matchModel(one, words, likeness);
    if (match === undefined) continue;
    const { entry } = one;
    // Models that were made for long are asked for most.
    const score = match.score + Math.min(entry.years.length, 30) / 1000;
    if (match.years === undefined) {
      found.push({ what: { level: 'model', model: entry }, score });
      continue;
    }
    const { years } = match;
    entry.years.forEach((year, index) => {
      const id = entry.ids[index];
      if (id !== undefined && years.includes(year)) {
        found.push({ what: { level: 'vehicle', model: entry, year, id }, score: score + year / 1e7 });
      }
    });
  }
  return found
    .sort((a, b) => b.score - a.score || compareNames(a.what, b.what))
    .slice(0, limit)
    .map(({ what }) => what);
}

/** All words are of the make's name. */
function scoreOfMake(make: Names, words: readonly string[], likeness: Likeness): number {
  const joined = likeness(words.join(''), make.joined);
  if (joined > 0) return joined * 2;
  const free = [...make.words];
  let score = 0;
  for (const word of words) {
    const best = takeBest(free, word, likeness);
    if (best === 0) return 0;
    score += best;
  }
  return score / make.words.length;
}

type Match = {
  readonly score: number;
  /** The years that the text names or begins to name; undefined where it names none. */
  readonly years: readonly number[] | undefined;
};

/** Each typed word must be a word of the make or the model, or a year of the model; each of these counts once. */
function matchModel(
  { entry, make, model }: Indexed,
  words: readonly string[],
  likeness: Likeness,
): Match | undefined {
  const free = { make: allNames(make), model: allNames(model) };
  let score = 0;
  let years: readonly number[] | undefined;
  for (const word of words) {
    const ofModel = takeBest(free.model, word, likeness);
    const ofMake = ofModel > 0 ? 0 : takeBest(free.make, word, likeness);
    if (ofModel + ofMake > 0) {
      score += ofModel > 0 ? 1 + ofModel : ofMake;
      continue;
    }
    const begun = years === undefined ? yearsBegunBy(word, entry.years) : [];
    if (begun.length === 0) return undefined;
    years = begun.slice(-YEARS_OF_A_MODEL);
    score += word.length / 4;
  }
  return { score, years };
}

/** The words of a name, and all of them written as one: "f150", "landrover". */
const allNames = ({ words, joined }: Names): string[] => (words.length > 1 ? [...words, joined] : [...words]);

/** Years of the model that a number of two to four digits begins: "20", "201", "2014". */
function yearsBegunBy(word: string, years: readonly number[]): readonly number[] {
  if (!/^(19|20)\d{0,2}$/.test(word)) return [];
  return years.filter((year) => String(year).startsWith(word));
}

/** The best likeness of a word among those still free, which it takes; 0 when none is alike. */
function takeBest(free: string[], word: string, likeness: Likeness): number {
  let best = 0;
  let at = -1;
  free.forEach((one, index) => {
    const score = likeness(word, one);
    if (score > best) {
      best = score;
      at = index;
    }
  });
  if (at >= 0) free.splice(at, 1);
  return best;
}

function compareNames(a: FoundVehicle, b: FoundVehicle): number {
  const name = (what: FoundVehicle) =>
    what.level === 'make' ? what.make : `${what.model.make} ${what.model.model} ${what.model.kind}`;
  const [first, second] = [name(a), name(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Whether two words differ by one letter too many, missing or wrong, or by two neighbours swapped. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
