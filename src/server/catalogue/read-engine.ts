/** Which engine a query is about: the one that is named among its words, else the one that stands beside the vehicle. */
import type { Phrase, WordGroup } from '#domain/catalogue/search-phrase.ts';
import { engineAmong, enginesOnce, findEngine, otherEngines } from '#domain/vehicles/engine.ts';
import type { Querier } from '#server/platform/db/database.ts';
import { listEngines } from '#server/read-models/vehicle-engines.ts';

export type ReadEngine = {
  /** As the vehicle's fitments call it; as it was typed where that may be several of them; null where none was named. */
  readonly named: string | null;
  /** The words beside it; undefined where none of them is of an engine. */
  readonly words: readonly WordGroup[] | undefined;
  /** Engines of the vehicle that are not meant. */
  readonly others: readonly string[];
};

export const ANY_ENGINE: ReadEngine = { named: null, words: undefined, others: [] };
/** All years of a model have engines; all models of a make have too many to be told apart. */
const MAX_VEHICLES = 60;

/** The vehicles that a query is about: those that it names, else the one beside it. */
export function vehicleIdsOf(
  phrase: Pick<Phrase, 'vehicle'>,
  vehicle: string | undefined,
): readonly number[] | undefined {
  return phrase.vehicle?.vehicleIds ?? (vehicle === undefined ? undefined : [Number(vehicle)]);
}

/** Asks the database only where a word may be of an engine, or one is given. */
export async function readEngine(
  db: Querier,
  { words }: Pick<Phrase, 'words'>,
  vehicleIds: readonly number[] | undefined,
  given: { readonly vehicle?: string | undefined; readonly engine?: string | undefined },
): Promise<ReadEngine> {
  if (vehicleIds === undefined || vehicleIds.length === 0 || vehicleIds.length > MAX_VEHICLES)
    return ANY_ENGINE;
  // The engine beside the vehicle says nothing of another one that is named.
  const isGiven = vehicleIds.length === 1 && String(vehicleIds[0]) === given.vehicle;
  const own = isGiven ? (given.engine ?? '') : '';
  const mayName = words.some(({ typed }) => /\d/.test(typed));
  if (own === '' && !mayName) return ANY_ENGINE;
  const known = await listEngines(db, vehicleIds);
  const typed = words.map((word) => word.typed);
  const found = mayName ? findEngine(typed, known) : undefined;
  if (found !== undefined) {
    const engines = enginesOnce(found.engines);
    const [only] = engines;
    return {
      named:
        engines.length === 1 && only !== undefined
          ? only
          : typed.slice(found.at, found.at + found.length).join(' '),
      words: words.filter((_, at) => at < found.at || at >= found.at + found.length),
      others: known.filter((name) => engines.every((engine) => otherEngines([name], engine).length > 0)),
    };
  }
  const engine = engineAmong(known, own);
  return engine === '' ? ANY_ENGINE : { ...ANY_ENGINE, others: otherEngines(known, engine) };
}
