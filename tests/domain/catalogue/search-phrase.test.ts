import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexVehicles, type KnownVehicle, makeLexicon } from '#domain/catalogue/search-lexicon.ts';
import { readPhrase } from '#domain/catalogue/search-phrase.ts';
import { searchText } from '#domain/catalogue/search-text.ts';

let nextId = 1;
const years = (make: string, model: string, from: number, to: number): KnownVehicle[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    id: nextId++,
    kind: 'car' as const,
    make,
    model,
    year: from + i,
  }));
const VEHICLES = [
  ...years('Audi', 'A3', 2010, 2016),
  ...years('Audi', 'A4', 2010, 2016),
  ...years('Ford', 'F-150', 2011, 2014),
  ...years('Chevrolet', 'Spark', 2013, 2018),
  ...years('Toyota', 'Corolla', 2000, 2010),
  ...years('Mercedes-Benz', 'C-Class', 2008, 2012),
  ...years('BMW', '300', 2008, 2012),
];
const type = (id: number, name: string, ...synonyms: string[]) => ({
  id,
  code: name.toLowerCase().replaceAll(' ', '-'),
  name,
  category: ['Parts'],
  synonyms,
  positions: ['front axle', 'rear axle'],
  attributes: [],
});
const LEXICON = makeLexicon({
  types: [
    type(1, 'Brake Pad Set', 'brake pads', 'pads'),
    type(2, 'Brake Disc', 'rotor'),
    type(3, 'Spark Plug', 'plug'),
    type(4, 'Shock Absorber', 'shock', 'damper'),
    type(5, 'Brake Shoe Set', 'brake shoes'),
    type(6, 'CV Boot Kit'),
  ],
  brands: [{ id: 1, slug: 'kestrel', name: 'Kestrel' }],
  vehicles: indexVehicles(VEHICLES),
  words: ['ventilated', 'coated'],
});
const read = (query: string) => readPhrase(query, LEXICON);
const idOf = (model: string, year: number) => VEHICLES.find((v) => v.model === model && v.year === year)?.id;

describe('a vehicle in a phrase', () => {
  it.each([
    ['brake pads 2014 audi a4 front', 'Audi', 'A4', 2014],
    ['2014 Audi A-4 brake pads, front', 'Audi', 'A4', 2014],
    ['f150 2013 rotor', 'Ford', 'F-150', 2013],
    ['rotor ford f 150 2013', 'Ford', 'F-150', 2013],
    ['corolla 2005 shock', 'Toyota', 'Corolla', 2005],
    ['merc c class 2010 pads', 'Mercedes-Benz', 'C-Class', 2010],
    ['toyta corolla 2005 shock', 'Toyota', 'Corolla', 2005],
    ['chevrolet spark 2014 spark plug', 'Chevrolet', 'Spark', 2014],
  ])('is found in "%s"', (query, make, model, year) => {
    const { vehicle, words } = read(query);
    expect(vehicle).toMatchObject({
      make,
      model,
      yearFrom: year,
      yearTo: year,
      vehicleIds: [idOf(model, year)],
    });
    expect(words.map((word) => word.typed)).not.toContain(String(year));
  });

  it('is any of its years where none is named, and any model where only the year is', () => {
    expect(read('audi a4 pads').vehicle?.vehicleIds).toHaveLength(7);
    expect(read('audi 2014').vehicle).toMatchObject({
      make: 'Audi',
      model: null,
      vehicleIds: [idOf('A3', 2014), idOf('A4', 2014)],
    });
  });

  it('is none at all in a year when it was not made, but is known without the year', () => {
    expect(read('1999 audi a4').vehicle).toMatchObject({
      vehicleIds: [],
      anyYearIds: expect.arrayContaining([idOf('A4', 2010)]),
    });
  });

  it.each([
    'spark plug',
    'spark plug chevrolet',
    'brake disc 300',
    'brake pads 2014',
    'audi brake pads',
    'boot 300 mm',
  ])('is not seen in "%s"', (query) => expect(read(query).vehicle).toBeUndefined());
});

describe('words', () => {
  it('are left without the vehicle, and sides are told', () => {
    const phrase = read('brake pads 2014 audi a4 front lh');
    expect(phrase.words.map((word) => word.typed)).toEqual(['brake', 'pads', 'front', 'lh']);
    expect(phrase.sides).toEqual(['front', 'left']);
    expect(phrase.types.map(({ id }) => id)).toEqual([1]);
  });

  it.each([
    ['brkae pad', 'brake'],
    ['sprak plug', 'spark'],
    ['spark plgu', 'plug'],
    ['shok', 'shock'],
    ['ventillated rotor', 'ventilated'],
    ['brakepads', 'brake pads'],
    ['toyta plug', 'toyota'],
  ])('of "%s" are put right: %s', (query, meant) => {
    expect(read(query).words.flatMap((word) => word.corrected ?? [])).toEqual([meant]);
    expect(searchText(read(query).words)).toContain(`'${meant}'`);
  });

  it.each(['brake pads', 'rotors', 'dampers', 'Kestrel', 'disc 320 mm', 'x12', 'abs'])(
    'of "%s" stay',
    (query) => {
      expect(read(query).words.every((word) => word.corrected === undefined)).toBe(true);
    },
  );

  it('are found by what else the trade calls them', () => {
    expect(searchText(read('disk').words)).toBe("('disk' | 'disc' | 'rotor')");
    expect(searchText(read('320mm').words)).toBe("('320mm' | '320 mm')");
  });

  it('name part types, the longest name first; a name inside a longer one is not meant', () => {
    expect(read('brake shoes').types.map(({ id }) => id)).toEqual([5]);
    expect(read('pads and rotors').types.map(({ id }) => id)).toEqual([1, 2]);
    expect(read('brkae pads').types.map(({ id }) => id)).toEqual([1]);
    expect(read('cv boot').types.map(({ id }) => id)).toEqual([6]);
  });
});

it('any text at all is read, and gives a text search that can be asked', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "'",
      '\\',
      '&',
      '|',
      '!',
      ':*',
      '<->',
      '(',
      'audi',
      'a4',
      '2014',
      '2010-2012',
      'constructor',
      'brkae',
    ),
    fc.string(),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const { words, vehicle } = read(pieces.join(' '));
      const text = searchText(words);
      // Outside of quotes there is nothing but operators of ours, and quotes close.
      expect(text.replace(/'[^'\\]*'/g, '').replace(/[()|& ]/g, '')).toBe('');
      for (const id of vehicle?.vehicleIds ?? [])
        expect(VEHICLES.some((known) => known.id === id)).toBe(true);
    }),
  );
});
