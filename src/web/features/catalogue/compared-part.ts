import { queryOptions } from '@tanstack/react-query';
import type { PartDetailBody } from '#contract/catalogue.ts';
import { problemOfCall } from '#contract/kernel/api-error.ts';
import type { ShopTable } from '#contract/table.ts';
import { api, isNotFound } from '#web/api.ts';
import type { PartPlace } from './compare-search.ts';

/** What is compared: a part; where it is gone, null and what replaces it, as far as that is known. */
export type ComparedPart = {
  readonly part: PartDetailBody | null;
  readonly replacedBy: readonly (PartPlace & { readonly brand: string; readonly partNumber: string })[];
};

/** One part to be compared with others. That it is gone is no failure of the rest. */
export function comparedPartQuery({ brandSlug: brand, partNumberSlug: partNumber }: PartPlace) {
  return queryOptions({
    queryKey: ['part-by-number', brand, partNumber, 'compared'],
    queryFn: async ({ signal }): Promise<ComparedPart> => {
      try {
        const part = await api().cataloguePart({ params: { brand, partNumber } }, { signal });
        return { part, replacedBy: [] };
      } catch (error) {
        if (!isNotFound(error)) throw error;
        const problem = problemOfCall<ShopTable['cataloguePart']>(error);
        return { part: null, replacedBy: problem?.code === 'PART_REPLACED' ? problem.replacedBy : [] };
      }
    },
  });
}
