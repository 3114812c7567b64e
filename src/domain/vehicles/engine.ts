/**
 * Engines, as fitments name them: "2.0 TDI". There is no list of engines: a vehicle has those that its fitments name, and
 * two names are one engine when they have the same words, whatever their order, case, spaces and decimal mark.
 */

/** Characters of the longest name. */
export const MAX_ENGINE_LENGTH = 80;

/** Words that tell no engine from another. */
const EMPTY_WORDS: ReadonlySet<string> = new Set([
  'l',
  'litre',
  'litres',
  'liter',
  'liters',
  'engine',
  'motor',
]);
const SAME_WORDS: ReadonlyMap<string, string> = new Map([
  ['cyl', 'cylinder'],
  ['cylinders', 'cylinder'],
  ['petrol', 'gasoline'],
  ['gas', 'gasoline'],
]);

/** The words of a name as they are compared, each once: "2,0L TDI engine" → 2.0, tdi. */
export function engineWords(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(\d),(?=\d)/g, '$1.')
    // "2.0tdi", but not "v6".
    .replace(/(\d\.\d+)(?=\p{L})/gu, '$1 ')
    .split(/[^\p{L}\p{N}.]+/u)
    .map((word) => word.replace(/^\.+|\.+$/g, ''))
    .filter((word) => word !== '')
    .map((word) => SAME_WORDS.get(word) ?? word);
  const telling = words.filter((word) => !EMPTY_WORDS.has(word));
  return [...new Set(telling.length > 0 ? telling : words)];
}

/** The same for all names of one engine. */
export const engineKey = (name: string): string => engineWords(name).sort().join(' ');

/**
 * Whether two names mean one engine: `perhaps` where one says only more than the other ("2.0 TDI" and "2.0 TDI CAGA"),
 * `other` where each says something that the other does not.
 */
export function compareEngines(a: string, b: string): 'same' | 'perhaps' | 'other' {
  const [one, two] = [engineWords(a), engineWords(b)];
  const isWithin = (inner: readonly string[], outer: readonly string[]) =>
    inner.every((word) => outer.includes(word));
  const [aInB, bInA] = [isWithin(one, two), isWithin(two, one)];
  if (aInB && bInA) return 'same';
  return aInB || bInA ? 'perhaps' : 'other';
}

/** Names of engines, each engine once, the smallest first. */
export function enginesOnce(names: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of [...names].sort()) if (!byKey.has(engineKey(name))) byKey.set(engineKey(name), name);
  const litres = (name: string) => Number(/\d+(?:[.,]\d+)?/.exec(name)?.[0].replace(',', '.') ?? Infinity);
  return [...byKey.values()].sort((a, b) => litres(a) - litres(b) || (a < b ? -1 : 1));
}

/**
 * The engine that is asked for as the vehicle's fitments name it; '' where they don't: what is known of other engines
 * says nothing of one that is not among them.
 */
export function engineAmong(names: readonly string[], asked: string): string {
  if (asked === '') return '';
  return names.find((name) => engineKey(name) === engineKey(asked)) ?? '';
}

/** Those of a vehicle's engines that are certainly not this one. */
export function otherEngines(names: readonly string[], engine: string): string[] {
  return names.filter((name) => compareEngines(name, engine) === 'other');
}

/** What was typed of an engine: which of the words say it, and the vehicle's engines that may be meant. */
export type EngineInWords = {
  readonly at: number;
  readonly length: number;
  readonly engines: readonly string[];
};

const MAX_ENGINE_WORDS = 6;
const DISPLACEMENT = /^\d{1,2}[.,]\d/;

/**
 * Finds an engine of a vehicle among words: the longest run of neighbours that begin with a displacement, or that are all
 * of a name, and that at least one of the engines has. Undefined where there is none.
 */
export function findEngine(words: readonly string[], names: readonly string[]): EngineInWords | undefined {
  for (let length = Math.min(MAX_ENGINE_WORDS, words.length); length >= 1; length -= 1) {
    for (let at = 0; at + length <= words.length; at += 1) {
      const run = words.slice(at, at + length);
      const typed = engineWords(run.join(' '));
      // "4" is of many a name, and of as much else.
      const isWhole = names.some((name) => engineKey(name) === [...typed].sort().join(' '));
      if (!isWhole && !run.some((word) => DISPLACEMENT.test(word))) continue;
      const engines = names.filter((name) => {
        const own = engineWords(name);
        return typed.every((word) => own.includes(word));
      });
      if (engines.length > 0) return { at, length, engines };
    }
  }
  return undefined;
}

/** The engines that somebody may mean who has typed so far: each word begins one of the name's; all before anything is typed. */
export function enginesTyped(names: readonly string[], text: string): string[] {
  const typed = engineWords(text);
  return names.filter((name) => {
    const own = engineWords(name);
    return typed.every((word) => own.some((one) => one.startsWith(word)));
  });
}
