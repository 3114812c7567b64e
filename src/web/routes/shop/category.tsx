/** A category with its part types, or one part type with its brands and grades: both have their address here. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { keepVehicle } from '#web/addresses/vehicle-search.ts';
import { isNotFound } from '#web/api.ts';
import { pageHead } from '#web/document/head.ts';
import { breadcrumbList, itemList, structuredData } from '#web/document/structured-data.ts';
import { categoriesQuery, partTypeQuery, shelfPartsQuery } from '#web/features/catalogue/shelf-queries.ts';
import { categorySteps, pathOf } from '#web/features/catalogue/steps.ts';
import { typePicture } from '#web/features/catalogue/type-picture.ts';
import { CategoryPage } from './category-page.tsx';
import { PartTypePage } from './part-type-page.tsx';

export const Route = createFileRoute('/catalogue/categories/$slug')({
  search: keepVehicle,
  staticData: { followsStock: true },
  loader: async ({ context: { queryClient }, params: { slug } }) => {
    const categories = await queryClient.ensureQueryData(categoriesQuery);
    const category = categories.find((one) => one.slug === slug);
    if (category !== undefined) {
      await queryClient.ensureQueryData(shelfPartsQuery({ category: category.name }));
      return { category };
    }
    try {
      const [type] = await Promise.all([
        queryClient.ensureQueryData(partTypeQuery(slug)),
        queryClient.ensureQueryData(shelfPartsQuery({ type: slug })),
      ]);
      return { type };
    } catch (error) {
      if (isNotFound(error)) throw notFound();
      throw error;
    }
  },
  head: ({ match, loaderData }) => {
    const { category, type } = loaderData ?? {};
    const { origin } = match.context;
    if (category !== undefined) {
      const steps = categorySteps(category);
      const types = category.groups.flatMap((group) => group.types);
      return pageHead(match.context, {
        title: `${category.name}: parts`,
        description: `${category.name}: ${types.map(({ name }) => name).join(', ')}. Wholesale, with price, stock and minimum order.`,
        canonical: pathOf(steps),
        image: typePicture(types[0]?.slug ?? ''),
        structuredData:
          import.meta.env.SSR &&
          structuredData(
            breadcrumbList(steps, origin),
            itemList(
              category.name,
              types.map((type) => ({ name: type.name, path: pathOf(categorySteps(category, type)) })),
              origin,
            ),
          ),
      });
    }
    if (type === undefined) return pageHead(match.context, { title: 'Part type', noIndex: true });
    const steps = categorySteps(type.category, type);
    return pageHead(match.context, {
      title: type.name,
      description: `${type.name}${type.synonyms.length > 0 ? ` (${type.synonyms.join(', ')})` : ''} of ${type.brands.length} brands, wholesale, with price, stock and minimum order.`,
      canonical: pathOf(steps),
      image: typePicture(type.slug),
      // Nothing to find yet.
      noIndex: type.count === 0,
      structuredData: import.meta.env.SSR && structuredData(breadcrumbList(steps, origin)),
    });
  },
  component: CategoryOrType,
});

function CategoryOrType() {
  const { slug } = Route.useParams();
  const category = useSuspenseQuery(categoriesQuery).data.find((one) => one.slug === slug);
  return category === undefined ? (
    <PartTypePage key={slug} code={slug} />
  ) : (
    <CategoryPage category={category} />
  );
}
