import { describe, expect, it } from 'vitest';
import { readPartTypes } from '#main/reference/part-types.ts';

const partTypes = readPartTypes();
const repeated = <T>(items: readonly T[]) => items.filter((item, index) => items.indexOf(item) !== index);

describe('the part types', () => {
  it('are at least 72 and cover cars, trucks and motorcycles', () => {
    expect(partTypes.length).toBeGreaterThanOrEqual(72);
    for (const kind of ['car', 'truck', 'motorcycle'] as const) {
      expect(partTypes.filter((type) => type.kinds.includes(kind)).length).toBeGreaterThan(35);
    }
  });

  it('have a code and a name of their own', () => {
    expect(repeated(partTypes.map((type) => type.code))).toEqual([]);
    expect(repeated(partTypes.map((type) => type.name.toLowerCase()))).toEqual([]);
  });

  it('stand in a tree of two levels', () => {
    expect(partTypes.filter((type) => type.category.length !== 2)).toEqual([]);
  });

  it('name every attribute, position and synonym once', () => {
    for (const type of partTypes) {
      expect(repeated(type.attributes.map((attribute) => attribute.key)), type.code).toEqual([]);
      expect(repeated(type.attributes.map((attribute) => attribute.name)), type.code).toEqual([]);
      expect(repeated(type.positions), type.code).toEqual([]);
      expect(repeated(type.synonyms), type.code).toEqual([]);
    }
  });

  it('give a unit to numbers only', () => {
    const attributes = partTypes.flatMap((type) => type.attributes);
    expect(attributes.filter((attribute) => attribute.type !== 'number' && attribute.unit !== '')).toEqual(
      [],
    );
  });

  it('give one attribute key one unit, so that values can be compared across types', () => {
    const units = new Map<string, Set<string>>();
    for (const { key, unit } of partTypes.flatMap((type) => type.attributes)) {
      units.set(key, (units.get(key) ?? new Set()).add(unit));
    }
    expect([...units].filter(([, seen]) => seen.size > 1)).toEqual([]);
  });

  it('go with other types that there are, for vehicles of a kind that both are for', () => {
    const byCode = new Map(partTypes.map((type) => [type.code, type]));
    for (const { code, kinds, goesWith } of partTypes) {
      expect(repeated(goesWith), code).toEqual([]);
      expect(goesWith, code).not.toContain(code);
      for (const other of goesWith) {
        expect(
          byCode.get(other)?.kinds.some((kind) => kinds.includes(kind)),
          `${code} goes with ${other}`,
        ).toBe(true);
      }
    }
  });

  it('go with something, but for those that are changed alone', () => {
    expect(partTypes.filter((type) => type.goesWith.length === 0).map((type) => type.code)).toEqual([
      'window-regulator',
      'door-mirror',
      'gas-spring',
    ]);
  });
});
