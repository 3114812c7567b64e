/**
 * Words of the trade that mean the same, beside the synonyms that part types have of their own. Each line is one meaning;
 * a buyer who types one of them also finds what is called by the others. What is typed is a single word; what it is called by
 * may be several. All in lower case.
 */
const SAME_MEANING: readonly (readonly string[])[] = [
  // British and American.
  ['tyre', 'tire'],
  ['bonnet', 'hood'],
  ['boot', 'trunk'],
  ['windscreen', 'windshield'],
  ['gearbox', 'transmission'],
  ['silencer', 'muffler'],
  ['petrol', 'gasoline'],
  ['bush', 'bushing'],
  ['centre', 'center'],
  ['aluminium', 'aluminum'],
  ['stabiliser', 'stabilizer'],
  ['colour', 'color'],
  ['propshaft', 'driveshaft', 'drive shaft'],
  ['gaiter', 'boot', 'bellow'],
  ['spanner', 'wrench'],
  ['indicator', 'blinker'],
  ['headlight', 'headlamp'],
  ['lamp', 'light'],
  ['fibre', 'fiber'],
  ['disc', 'disk', 'rotor'],
  ['lorry', 'truck'],
  ['motorbike', 'motorcycle', 'bike'],
  // Short for.
  ['left', 'lh', 'nearside', 'lhs'],
  ['right', 'rh', 'offside', 'rhs'],
  ['front', 'frt'],
  ['rear', 'rr', 'back'],
  ['remanufactured', 'reman', 'rebuilt', 'refurbished', 'reconditioned'],
  ['genuine', 'original'],
  ['absorber', 'damper'],
  ['suspension', 'susp'],
  ['alternator', 'generator', 'dynamo'],
  ['thermostat', 'stat'],
  ['catalytic', 'cat'],
  ['converter', 'convertor'],
  ['sensor', 'probe'],
  ['compressor', 'comp'],
  ['conditioning', 'aircon'],
  ['engine', 'motor'],
  ['assembly', 'assy'],
  ['exhaust', 'exh'],
  ['cylinder', 'cyl'],
  ['hydraulic', 'hyd'],
  ['electric', 'electrical'],
  ['kit', 'set'],
];

const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set(SAME_MEANING.flat())].map((word) => [
    word,
    [...new Set(SAME_MEANING.filter((line) => line.includes(word)).flat())].filter((other) => other !== word),
  ]),
);

/** What else the trade calls this; nothing for most words. The relation is the same both ways. */
export function tradeSynonyms(word: string): readonly string[] {
  return SYNONYMS.get(word) ?? [];
}

/** All words of the table. */
export const TRADE_WORDS: readonly string[] = [...SYNONYMS.keys()];

/** Sides and ends of a vehicle, by every word for them. */
const SIDES: ReadonlyMap<string, string> = new Map(
  ['front', 'rear', 'left', 'right', 'upper', 'lower', 'inner', 'outer'].flatMap((side) =>
    [side, ...tradeSynonyms(side)].map((word) => [word, side]),
  ),
);

/** The side or end that a word names ("rh" → "right"). */
export function sideOf(word: string): string | undefined {
  return SIDES.get(word);
}
