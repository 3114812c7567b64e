import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { normaliseNumber } from '#domain/catalogue/part-number.ts';
import { BRANDS } from '#main/demo/brands.ts';
import { LEADING_MAKES } from '#main/demo/families.ts';
import { randomFrom } from '#main/demo/random.ts';
import { planSample } from '#main/demo/sample-catalogue.ts';
import { readSampleSource, writeSampleFiles } from '#main/demo/sample-files.ts';
import { sampleFitments, sampleParts, textValuesOf, valuesOf } from '#main/demo/sample-rows.ts';
import { applicable, fill } from '#main/demo/text.ts';
import { FitmentFileRow, PartFileRow } from '#server/catalogue/import/part-row.ts';

const source = readSampleSource();
const sample = planSample(source);
const parts = [...sampleParts(sample)];
const fitments = [...sampleFitments(sample)];
const typeOf = new Map(source.partTypes.map((type) => [type.code, type]));
const keyOf = (row: { brand: string; part_number: string }) =>
  `${row.brand}|${normaliseNumber(row.part_number)}`;
const repeated = <T>(items: readonly T[]) => {
  const seen = new Set<T>();
  return items.filter((item) => seen.has(item) || !seen.add(item));
};
const cells = (text: string) => (text === '' ? [] : text.split('|'));

describe('the sample catalogue', () => {
  it('is the same for the same seed and another for another', () => {
    const hashOf = (seed: string) => {
      const again = planSample({ ...source, seed, partCount: 600 });
      const hash = createHash('sha256');
      for (const row of sampleParts(again)) hash.update(JSON.stringify(row));
      for (const row of sampleFitments(again)) hash.update(JSON.stringify(row));
      return hash.digest('hex');
    };
    expect(hashOf('one')).toBe(hashOf('one'));
    expect(hashOf('one')).not.toBe(hashOf('two'));
  });

  it('has 12,000 parts of every part type', () => {
    expect(parts).toHaveLength(12_000);
    expect(new Set(parts.map((part) => part.part_type))).toEqual(new Set(typeOf.keys()));
  });

  it('has as many parts as it is asked for', () => {
    for (const partCount of [1, 97, 1234]) {
      expect([...sampleParts(planSample({ ...source, partCount }))]).toHaveLength(partCount);
    }
  });

  it('gives every SKU, number within a brand, GTIN and rank once', () => {
    expect(repeated(parts.map((part) => part.sku))).toEqual([]);
    expect(repeated(parts.map(keyOf))).toEqual([]);
    expect(repeated(parts.map((part) => part.gtin).filter((gtin) => gtin !== ''))).toEqual([]);
    expect(repeated(parts.map((part) => part.rank))).toEqual([]);
  });

  it('gives most parts an EAN-13 of restricted circulation with the right check digit', () => {
    const gtins = parts.map((part) => part.gtin).filter((gtin) => gtin !== '');
    expect(gtins.length).toBeGreaterThan(parts.length * 0.8);
    const isWrong = (gtin: string) => {
      const sum = [...gtin].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
      return !/^2\d{12}$/.test(gtin) || sum % 10 !== 0;
    };
    expect(gtins.filter(isWrong)).toEqual([]);
  });

  it('has prices above zero, and a minimum order that is a multiple of the order multiple', () => {
    expect(parts.filter((part) => !/^\d+\.\d\d$/.test(part.price) || Number(part.price) <= 0)).toEqual([]);
    expect(
      parts.filter((part) => part.order_multiple < 1 || part.min_order % part.order_multiple !== 0),
    ).toEqual([]);
  });

  it('has parts out of stock, parts below their minimum and plenty of the rest', () => {
    const share = (test: (part: (typeof parts)[number]) => boolean) =>
      parts.filter(test).length / parts.length;
    expect(share((part) => part.stock === 0)).toBeGreaterThan(0.03);
    expect(share((part) => part.stock === 0)).toBeLessThan(0.12);
    expect(share((part) => part.stock > 0 && part.stock < part.min_order)).toBeGreaterThan(0.005);
    expect(share((part) => part.stock >= part.min_order)).toBeGreaterThan(0.85);
  });

  it('opens with six parts of different types that can be ordered', () => {
    const first = [...parts].sort((a, b) => a.rank - b.rank).slice(0, 6);
    expect(first.map((part) => part.part_type)).toEqual([
      'brake-disc',
      'brake-pad-set',
      'oil-filter',
      'shock-absorber',
      'battery',
      'chain-kit',
    ]);
    for (const part of first) {
      expect(part.stock, part.sku).toBeGreaterThanOrEqual(part.min_order * 8);
      expect(part.lifecycle, part.sku).toBe('active');
    }
  });

  it('is taken row by row by the import that owners use', () => {
    for (const part of parts) {
      const row = Object.fromEntries(
        Object.entries(part)
          .filter(([, cell]) => cell !== '')
          .map(([key, cell]) => [key, String(cell)]),
      );
      const { error } = PartFileRow.safeParse(row);
      if (error) expect.fail(`${part.sku}: ${error.message}`);
    }
    for (const fitment of fitments) {
      const row = Object.fromEntries(Object.entries(fitment).map(([key, cell]) => [key, String(cell)]));
      const { success } = FitmentFileRow.safeParse(row);
      if (!success) expect.fail(JSON.stringify(row));
    }
  });

  it('gives the attributes that the part type has, in its types', () => {
    for (const part of parts) {
      const attributes = new Map(
        typeOf.get(part.part_type)?.attributes.map((attribute) => [attribute.key, attribute]),
      );
      for (const cell of cells(part.attributes)) {
        const [key = '', value = ''] = cell.split('=');
        const type = attributes.get(key)?.type;
        const form = { number: /^\d+(\.\d{1,3})?$/, boolean: /^(yes|no)$/, text: /\S/ };
        if (!type || !form[type].test(value)) expect.fail(`${part.sku}: ${part.part_type} ${cell}`);
      }
    }
  });

  it('is made by invented makers only', () => {
    expect(BRANDS.length).toBeGreaterThanOrEqual(40);
    const makes = new Set(source.vehicles.map((vehicle) => vehicle.make.toLowerCase()));
    expect(BRANDS.filter((brand) => makes.has(brand.name.toLowerCase()))).toEqual([]);
  });
});

describe('texts of the sample catalogue', () => {
  it('are names of at most 120 characters and descriptions of one to three sentences', () => {
    for (const part of parts) {
      if (part.name === '' || part.name.length > 120) expect.fail(part.name);
      const { description } = part;
      if (!/^[^a-z\s].{20,}[.]$/.test(description) || /[{}[\]]|undefined|NaN|null|\s\s/.test(description)) {
        expect.fail(`${part.sku}: ${description}`);
      }
      if ((description.match(/[.](?= [A-Z0-9]|$)/g)?.length ?? 0) > 3) expect.fail(description);
    }
  });

  it('have a value for every gap, whichever text chance picks', () => {
    for (const article of sample.articles) {
      const values = textValuesOf(article, valuesOf(article, randomFrom(article.seed)));
      const { suffix, facts, box, fitting, remanufactured = [] } = article.family.hints;
      const texts = applicable([...suffix, ...facts, ...box, ...fitting, ...remanufactured], values);
      // Throws where a gap has no value.
      for (const text of texts) fill(text, values);
    }
  });
});

describe('fitments of the sample catalogue', () => {
  it('are for parts that exist, and every part has some', () => {
    const known = new Set(parts.map(keyOf));
    const fitted = new Set(fitments.map(keyOf));
    expect([...fitted].filter((key) => !known.has(key))).toEqual([]);
    expect([...known].filter((key) => !fitted.has(key))).toEqual([]);
  });

  it('lie within model years of vehicles that exist', () => {
    const ranges = new Map<string, { yearFrom: number; yearTo: number }[]>();
    for (const { kind, make, model, yearFrom, yearTo } of source.vehicles) {
      const key = `${kind}|${make}|${model}`;
      ranges.set(key, [...(ranges.get(key) ?? []), { yearFrom, yearTo }]);
    }
    const astray = fitments.filter(
      ({ kind, make, model, year_from, year_to }) =>
        !ranges
          .get(`${kind}|${make}|${model}`)
          ?.some(
            ({ yearFrom, yearTo }) => yearFrom <= year_from && year_from <= year_to && year_to <= yearTo,
          ),
    );
    expect(astray).toEqual([]);
  });

  it('name a part, a vehicle and an engine once', () => {
    expect(
      repeated(
        fitments.map((row) => `${keyOf(row)}|${row.engine}|${row.make}|${row.model}|${row.year_from}`),
      ),
    ).toEqual([]);
  });

  it('come to 150,000 to 300,000 vehicles', () => {
    const vehicleCount = fitments.reduce((sum, row) => sum + row.year_to - row.year_from + 1, 0);
    expect(vehicleCount).toBeGreaterThan(150_000);
    expect(vehicleCount).toBeLessThan(300_000);
  });

  it.each(LEADING_MAKES)('give %s at least 300 parts', (make) => {
    const fitted = new Set(fitments.filter((row) => row.make === make).map(keyOf));
    expect(fitted.size).toBeGreaterThanOrEqual(300);
  });

  it('cover cars, trucks and motorcycles', () => {
    for (const kind of ['car', 'truck', 'motorcycle']) {
      expect(new Set(fitments.filter((row) => row.kind === kind).map(keyOf)).size).toBeGreaterThan(1_500);
    }
  });

  it('give positions of the part type only', () => {
    const typeByPart = new Map(parts.map((part) => [keyOf(part), typeOf.get(part.part_type)]));
    const astray = fitments.filter(
      (row) => row.position !== '' && !typeByPart.get(keyOf(row))?.positions.includes(row.position),
    );
    expect(astray).toEqual([]);
  });

  it('are those of the makers whose numbers the part carries', () => {
    const makesOf = new Map<string, Set<string>>();
    for (const row of fitments) makesOf.set(keyOf(row), (makesOf.get(keyOf(row)) ?? new Set()).add(row.make));
    const sorted = (makes: Iterable<string>) => [...new Set(makes)].sort().join();
    const astray = parts.filter(
      (part) =>
        sorted(cells(part.oe_numbers).map((cell) => cell.split(':')[0] ?? '')) !==
        sorted(makesOf.get(keyOf(part)) ?? []),
    );
    expect(astray).toEqual([]);
  });

  it("can be interchanged: most makers' numbers lead to several parts of one type", () => {
    const partsByNumber = new Map<string, Set<string>>();
    const typesByNumber = new Map<string, Set<string>>();
    for (const part of parts) {
      for (const number of new Set(
        cells(part.oe_numbers).map((cell) => normaliseNumber(cell.slice(cell.indexOf(':') + 1))),
      )) {
        partsByNumber.set(number, (partsByNumber.get(number) ?? new Set()).add(part.sku));
        typesByNumber.set(number, (typesByNumber.get(number) ?? new Set()).add(part.part_type));
      }
    }
    const shared = [...partsByNumber.values()].filter((skus) => skus.size > 1).length;
    expect(shared).toBeGreaterThan(partsByNumber.size * 0.9);
    expect([...typesByNumber.values()].filter((types) => types.size > 1)).toEqual([]);
  });

  it('hold under no condition for the most part', () => {
    const conditional = fitments.filter((row) => row.qualifiers + row.engine !== '').length;
    expect(conditional).toBeGreaterThan(fitments.length * 0.05);
    expect(conditional).toBeLessThan(fitments.length * 0.25);
  });
});

describe('the sample files', () => {
  it('hold the rows as CSV', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sample-'));
    try {
      const files = await writeSampleFiles(directory, { partCount: 300 });
      const small = planSample({ ...source, partCount: 300 });
      const read = async (file: string) => parse(await readFile(file), { columns: true });
      const text = (row: object) =>
        Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, String(cell)]));
      expect(await read(files.parts)).toEqual([...sampleParts(small)].map(text));
      expect(await read(files.fitments)).toEqual([...sampleFitments(small)].map(text));
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
