/** Says how the words of a search were read where that isn't plain: mistyped words, a vehicle, what had to be left out. */
import { Link } from '@tanstack/react-router';
import type { RelaxedBody, UnderstoodBody } from '#contract/search.ts';
import { Note } from '#web/ui/notices.tsx';
import type { CatalogueSearch } from './catalogue-search.ts';

export function HowRead({
  search,
  understood,
  relaxed,
}: {
  readonly search: CatalogueSearch;
  readonly understood: UnderstoodBody;
  readonly relaxed: readonly RelaxedBody[];
}) {
  const { corrected, vehicle, engine, words } = understood;
  const isNewVehicle =
    vehicle !== null &&
    vehicle.id !== null &&
    (String(vehicle.id) !== search.vehicle || (engine !== null && engine !== search.engine));
  const isNewEngine = vehicle === null && engine !== null && engine !== search.engine;
  if (relaxed.length === 0 && corrected.length === 0 && !isNewVehicle && !isNewEngine) return null;
  return (
    <Note>
      {relaxed.length > 0 && (
        <>Nothing has all of this, so here is what comes nearest, without {listed(relaxed.map(leftOut))}. </>
      )}
      {corrected.map(({ typed, read }) => (
        <span key={typed}>
          “{typed}” was read as <b>{read}</b>.{' '}
        </span>
      ))}
      {isNewEngine && <>These are for the engine {engine} or for any. </>}
      {isNewVehicle && (
        <Link
          to="/catalogue"
          search={{
            ...search,
            cursor: undefined,
            q: words.length === 0 ? undefined : words.join(' '),
            vehicle: String(vehicle.id),
            engine: engine ?? undefined,
          }}
        >
          Make{' '}
          {[vehicle.yearFrom, vehicle.make, vehicle.model, engine].filter((word) => word !== null).join(' ')}{' '}
          your vehicle
        </Link>
      )}
    </Note>
  );
}

function leftOut({ what, dropped, kept }: RelaxedBody): string {
  switch (what) {
    case 'word':
      return `the word “${dropped}”`;
    case 'filters':
      return 'the filters';
    case 'year':
      return `the year ${dropped}`;
    case 'vehicle':
      return `the vehicle ${dropped}`;
    case 'number':
      return `the end of the number: these begin with ${kept ?? dropped}`;
  }
}

/** "a, b and c" */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
