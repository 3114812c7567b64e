/** A category: its part types with pictures, and its first parts. */
import { useSuspenseQuery } from '@tanstack/react-query';
import type { CategoryBody } from '#contract/shelves.ts';
import { shelfPartsQuery } from '#web/features/catalogue/shelf-queries.ts';
import { categorySteps } from '#web/features/catalogue/steps.ts';
import { TypeTiles } from '#web/features/catalogue/type-tiles.tsx';
import { AllParts, FirstParts, Landing, PartCount } from './landing.tsx';

export function CategoryPage({ category }: { readonly category: CategoryBody }) {
  const parts = useSuspenseQuery(shelfPartsQuery({ category: category.name })).data;
  const all = { category: category.name };
  return (
    <Landing
      steps={categorySteps(category)}
      title={category.name}
      aside={<PartCount count={category.count} />}
      actions={<AllParts search={all} />}
    >
      <TypeTiles
        types={category.groups.flatMap((group) =>
          group.types.map((type) => ({ ...type, group: group.name })),
        )}
      />
      <FirstParts title={`Parts: ${category.name}`} parts={parts} all={all} />
    </Landing>
  );
}
