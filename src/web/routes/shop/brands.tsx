/** All brands, A to Z. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { keepVehicle } from '#web/addresses/vehicle-search.ts';
import { pageHead } from '#web/document/head.ts';
import { breadcrumbList, structuredData } from '#web/document/structured-data.ts';
import { brandsQuery } from '#web/features/catalogue/shelf-queries.ts';
import { brandSteps, pathOf } from '#web/features/catalogue/steps.ts';
import { NameIndex } from '#web/ui/name-index.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { Landing } from './landing.tsx';

const STEPS = brandSteps();

export const Route = createFileRoute('/catalogue/brands')({
  search: keepVehicle,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(brandsQuery),
  head: ({ match, loaderData: brands = [] }) =>
    pageHead(match.context, {
      title: 'Brands',
      description: `Vehicle parts of ${brands.length} brands, from A to Z.`,
      canonical: pathOf(STEPS),
      structuredData: import.meta.env.SSR && structuredData(breadcrumbList(STEPS, match.context.origin)),
    }),
  component: Brands,
});

function Brands() {
  const brands = useSuspenseQuery(brandsQuery).data;
  return (
    <Landing
      steps={STEPS}
      title="Brands"
      aside={<Quantity value={brands.length} unit={brands.length === 1 ? 'brand' : 'brands'} />}
    >
      {brands.length === 0 ? (
        <EmptyState title="No brands yet">
          Each one stands here as soon as the shop has parts of it.
        </EmptyState>
      ) : (
        <NameIndex
          label="Find a brand"
          entries={brands.map((brand) => ({
            name: brand.name,
            path: pathOf(brandSteps(brand)),
            note: <Quantity value={brand.count} />,
          }))}
        />
      )}
    </Landing>
  );
}
