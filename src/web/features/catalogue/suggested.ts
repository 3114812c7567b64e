/** What is asked for, and offered, while somebody types into the search box. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { VehicleSearch } from '#web/addresses/vehicle-search.ts';
import { api } from '#web/api.ts';

export type Suggestion = {
  /** Tells suggestions apart, also those of other groups. */
  readonly key: string;
  readonly href: string;
  readonly title: string;
  /** Whose number it is, or what else the title needs to be told apart. */
  readonly detail: string;
  /** A number in `detail` that is set as numbers are. */
  readonly number?: string;
  /** Why it is offered, where that isn't plain from the title. */
  readonly why?: string;
  readonly picture?: string;
};

export type SuggestionGroup = { readonly title: string; readonly suggestions: readonly Suggestion[] };

/** Suggestions for what is typed, for the vehicle of the page where it has one. */
export function suggestionsQuery(typed: string, { vehicle, engine }: VehicleSearch) {
  return queryOptions({
    queryKey: ['suggestions', typed, vehicle, engine],
    queryFn: ({ signal }) => api().searchSuggest({ query: { q: typed, vehicle, engine } }, { signal }),
    // What was offered for the letters before stays until the new ones are there.
    placeholderData: keepPreviousData,
    // Old suggestions harm nobody, and a search without any is no fault that needs a word.
    retry: false,
  });
}

/** The id by which the box names an option of the list. */
export const optionId = (listId: string, { key }: Suggestion): string =>
  `${listId}-${key.replace(/\W/g, '-')}`;
