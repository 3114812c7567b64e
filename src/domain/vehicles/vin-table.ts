/**
 * The table by which VINs are read: `reference/vins.txt`, made by `scripts/make-vins.ts`. Three kinds of lines, each
 * kind numbered from 0 by its place among its own:
 *
 *     M kind|make|model              a model
 *     S 12:CM82 CM83;15:CL*7         a schema: models, each with the keys that positions 4 on must match
 *     W 1HG Honda|Acura<tab>2003-2003:7 2004-:8
 *                                    a manufacturer by its WMI: makes, and the schemas of its model years
 */
import type { VehicleKind } from './vehicle.ts';

export type VinModel = { readonly kind: VehicleKind; readonly make: string; readonly model: string };
/** A model that a VIN may be of; the higher the weight, the more of the VIN speaks for it. */
export type VinMatch = VinModel & { readonly weight: number };

export type VinManufacturer = {
  readonly makes: readonly string[];
  /** All models that its VINs may be of. */
  models(): VinModel[];
  /** Models of a model year whose keys a descriptor matches: positions 4 to 8, `|`, positions 10 to 17. */
  match(descriptor: string, year: number): VinMatch[];
};

export type VinTable = {
  /** By the first three characters; for a maker of few vehicles (third character 9) with 12 to 14 behind them. */
  manufacturer(wmi: string): VinManufacturer | undefined;
};

/** Reads the table. Lines are taken apart when they are first needed, so that it stays small. */
export function readVinTable(text: string): VinTable {
  const models: VinModel[] = [];
  const schemas: string[] = [];
  const manufacturers = new Map<string, { readonly makes: string[]; readonly years: string }>();
  for (const line of text.split('\n')) {
    const rest = line.slice(2);
    if (line.startsWith('M ')) models.push(readModel(rest));
    else if (line.startsWith('S ')) schemas.push(rest);
    else if (line.startsWith('W ')) {
      const [names = '', years = ''] = rest.split('\t');
      const space = names.indexOf(' ');
      manufacturers.set(names.slice(0, space), { makes: names.slice(space + 1).split('|'), years });
    }
  }
  return {
    manufacturer(wmi) {
      const found = manufacturers.get(wmi);
      return (
        found && {
          makes: found.makes,
          models: () =>
            [...found.years.matchAll(/:(\d+)/g)].flatMap(([, schema]) =>
              (schemas[Number(schema)] ?? '').split(';').flatMap((entry) => {
                const model = models[Number(entry.slice(0, entry.indexOf(':')))];
                return model === undefined ? [] : [model];
              }),
            ),
          match: (descriptor, year) =>
            schemasOf(found.years, year).flatMap((schema) =>
              matchSchema(schemas[schema] ?? '', models, descriptor),
            ),
        }
      );
    },
  };
}

function readModel(text: string): VinModel {
  const [kind, make, model] = text.split('|');
  if (
    (kind !== 'car' && kind !== 'truck' && kind !== 'motorcycle') ||
    make === undefined ||
    model === undefined
  ) {
    throw new Error(`not a model of the table of VINs: ${text}`);
  }
  return { kind, make, model };
}

/** "2003-2003:7 2004-:8" → the schemas of a year; an open end goes on. */
function schemasOf(years: string, year: number): number[] {
  return years.split(' ').flatMap((range) => {
    const [, from, to, schema] = /^(\d+)-(\d*):(\d+)$/.exec(range) ?? [];
    const isOfYear = Number(from) <= year && (to === '' || year <= Number(to));
    return isOfYear ? [Number(schema)] : [];
  });
}

function matchSchema(schema: string, models: readonly VinModel[], descriptor: string): VinMatch[] {
  return schema.split(';').flatMap((entry) => {
    const colon = entry.indexOf(':');
    const model = models[Number(entry.slice(0, colon))];
    const weight = Math.max(
      0,
      ...entry
        .slice(colon + 1)
        .split(' ')
        .map((keys) => weigh(keys, descriptor)),
    );
    return model === undefined || weight === 0 ? [] : [{ ...model, weight }];
  });
}

/** How many characters of a descriptor the keys name, 0 when they don't match: `*` is any character, `[AC-F]` one of some. */
function weigh(keys: string, descriptor: string): number {
  let weight = 0;
  let at = 0;
  for (const [key] of keys.matchAll(/\[[^\]]*\]|./g)) {
    const character = descriptor[at];
    if (character === undefined) return 0;
    at += 1;
    if (key === '*') continue;
    if (key === '|' || key.length === 1) {
      if (key !== character) return 0;
      weight += key === '|' ? 0 : 1;
    } else {
      if (!isOneOf(key.slice(1, -1), character)) return 0;
      weight += 0.9;
    }
  }
  return weight;
}

function isOneOf(set: string, character: string): boolean {
  return [...set.matchAll(/(.)-(.)|./g)].some(([one, from, to]) =>
    from !== undefined && to !== undefined ? from <= character && character <= to : one === character,
  );
}
