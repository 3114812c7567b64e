/** All part types in their categories. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { keepVehicle } from '#web/addresses/vehicle-search.ts';
import { pageHead } from '#web/document/head.ts';
import { breadcrumbList, itemList, structuredData } from '#web/document/structured-data.ts';
import { CategoryTree } from '#web/features/catalogue/category-tree.tsx';
import { categoriesQuery } from '#web/features/catalogue/shelf-queries.ts';
import { categorySteps, pathOf } from '#web/features/catalogue/steps.ts';
import { EmptyState } from '#web/ui/notices.tsx';
import { Landing, PartCount } from './landing.tsx';

const STEPS = categorySteps();

export const Route = createFileRoute('/catalogue/categories')({
  search: keepVehicle,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(categoriesQuery),
  head: ({ match, loaderData: categories = [] }) =>
    pageHead(match.context, {
      title: 'Part types',
      description: `Vehicle parts by what they are: ${categories.map(({ name }) => name.toLowerCase()).join(', ')}.`,
      canonical: pathOf(STEPS),
      structuredData:
        import.meta.env.SSR &&
        structuredData(
          breadcrumbList(STEPS, match.context.origin),
          itemList(
            'Categories',
            categories.map((category) => ({ name: category.name, path: pathOf(categorySteps(category)) })),
            match.context.origin,
          ),
        ),
    }),
  component: Categories,
});

function Categories() {
  const categories = useSuspenseQuery(categoriesQuery).data;
  const count = categories.reduce((sum, category) => sum + category.count, 0);
  return (
    <Landing
      steps={STEPS}
      title="Part types"
      aside={<PartCount count={count} />}
      actions={
        <>
          <Link to="/catalogue/brands">By brand</Link>
          <Link to="/catalogue/vehicles">By vehicle</Link>
        </>
      }
    >
      {categories.length === 0 ? (
        <EmptyState title="No parts yet">
          Each part type stands here as soon as the shop has parts of it.
        </EmptyState>
      ) : (
        <CategoryTree categories={categories} />
      )}
    </Landing>
  );
}
