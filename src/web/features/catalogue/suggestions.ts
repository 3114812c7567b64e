/** What the search box offers while somebody types: each a place to go, and why it is offered. */
import type { SuggestionsBody } from '#contract/search.ts';
import { stringifySearch } from '#web/addresses/search-params.ts';
import type { VehicleSearch } from '#web/addresses/vehicle-search.ts';
import type { Suggestion, SuggestionGroup } from './suggested.ts';
import { KIND_NAMES, NUMBER_NAMES } from './words.ts';

/** The groups that have something to offer: a number says exactly what is meant, parts by their words the least. */
export function suggestionGroups(body: SuggestionsBody, of: VehicleSearch): SuggestionGroup[] {
  const inCatalogue = (search: Record<string, string | undefined>) =>
    `/catalogue${stringifySearch({ ...(!('vehicle' in search) && of), ...search })}`;
  const groups: SuggestionGroup[] = [
    {
      title: 'Numbers',
      suggestions: body.numbers.map((part) => ({
        ...partSuggestion(part, of),
        key: `number ${part._id}`,
        ...(!isOwnNumber(part) && {
          why: [NUMBER_NAMES[part.match.kind], part.match.maker, part.match.number]
            .filter((word) => word !== '')
            .join(' '),
        }),
      })),
    },
    {
      title: 'Vehicles',
      suggestions: body.vehicles.map(({ id, kind, make, model, year, words }) => ({
        key: `vehicle ${id}`,
        href: inCatalogue({ q: words === '' ? undefined : words, vehicle: String(id) }),
        title: `${year} ${make} ${model}`,
        detail: words === '' ? `${KIND_NAMES[kind].one}, all parts that fit` : `“${words}” for this vehicle`,
      })),
    },
    {
      title: 'Part types',
      suggestions: body.types.map(({ code, name, category, matched }) => ({
        key: `type ${code}`,
        href: inCatalogue({ type: code }),
        title: name,
        detail: category,
        ...(!name.toLowerCase().startsWith(matched.toLowerCase()) && { why: `also called ${matched}` }),
      })),
    },
    {
      title: 'Brands',
      suggestions: body.brands.map(({ slug, name }) => ({
        key: `brand ${slug}`,
        href: inCatalogue({ brand: slug }),
        title: name,
        detail: 'all parts of this brand',
      })),
    },
    { title: 'Parts', suggestions: body.parts.map((part) => partSuggestion(part, of)) },
  ];
  return groups.filter(({ suggestions }) => suggestions.length > 0);
}

function partSuggestion(part: SuggestionsBody['parts'][number], of: VehicleSearch): Suggestion {
  return {
    key: `part ${part._id}`,
    href: `/catalogue/${part.brandSlug}/${part.partNumberSlug}${stringifySearch(of)}`,
    title: part.name,
    detail: part.brand,
    number: part.partNumber,
    picture: part.img,
  };
}

const isOwnNumber = ({ match }: SuggestionsBody['numbers'][number]) => match.kind === 'part-number';
