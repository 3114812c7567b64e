/** How ACES says which engine an application is for: by ids of several tables, each an element of its own. */

/** The tables of ids, in the order in which their meanings make the name of an engine. */
export const ENGINE_TABLES = [
  'engine_base',
  'fuel_type',
  'aspiration',
  'engine_designation',
  'engine_version',
  'engine_vin',
] as const;
export type EngineTable = (typeof ENGINE_TABLES)[number];

/** The element of an application for each of them. */
export const ENGINE_ELEMENTS: Readonly<Record<EngineTable, string>> = {
  engine_base: 'EngineBase',
  fuel_type: 'FuelType',
  aspiration: 'Aspiration',
  engine_designation: 'EngineDesignation',
  engine_version: 'EngineVersion',
  engine_vin: 'EngineVIN',
};

/** Ids of one engine, in the order of the tables. */
export type EngineIds = readonly { readonly table: EngineTable; readonly id: string }[];

/**
 * The ids whose meanings, one after the other, are the name of an engine; undefined where there are none. `idOf` answers
 * the id that means a text.
 */
export function engineIdsOf(
  name: string,
  idOf: (table: EngineTable, text: string) => string | undefined,
  tables: readonly EngineTable[] = ENGINE_TABLES,
): EngineIds | undefined {
  const words = name.split(' ');
  for (const [at, table] of tables.entries()) {
    for (let length = words.length; length >= 1; length -= 1) {
      const id = idOf(table, words.slice(0, length).join(' '));
      if (id === undefined) continue;
      if (length === words.length) return [{ table, id }];
      const rest = engineIdsOf(words.slice(length).join(' '), idOf, tables.slice(at + 1));
      if (rest !== undefined) return [{ table, id }, ...rest];
    }
  }
  return undefined;
}
