/** A category: its part types with pictures, and its first parts. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CategoryBody } from '#contract/shelves.ts';
import { shelfPartsQuery } from '#web/features/catalogue/shelf-queries.ts';
import { categorySteps } from '#web/features/catalogue/steps.ts';
import { TypeTiles } from '#web/features/catalogue/type-tiles.tsx';
import { FirstParts, Landing, LandingSection, PartCount } from './landing.tsx';

export function CategoryPage({ category }: { readonly category: CategoryBody }) {
  const parts = useSuspenseQuery(shelfPartsQuery({ category: category.name })).data;
  return (
    <Landing
      steps={categorySteps(category)}
      title={category.name}
      aside={<PartCount count={category.count} />}
    >
      {category.groups.map(({ name, types }) => (
        <LandingSection key={name} title={name}>
          <TypeTiles types={types} />
        </LandingSection>
      ))}
      <FirstParts
        title={`Parts: ${category.name}`}
        parts={parts}
        end={
          <Link to="/catalogue" search={{ category: category.name }}>
            See and filter all
          </Link>
        }
      />
    </Landing>
  );
}
