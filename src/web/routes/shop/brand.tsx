/** A brand: what it makes, in which grades, and its first parts. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { stringifySearch } from '#web/addresses/search-params.ts';
import { keepVehicle } from '#web/addresses/vehicle-search.ts';
import { isNotFound } from '#web/api.ts';
import { pageHead } from '#web/document/head.ts';
import { breadcrumbList, itemList, structuredData } from '#web/document/structured-data.ts';
import { CountLinks } from '#web/features/catalogue/count-links.tsx';
import { brandQuery, shelfPartsQuery } from '#web/features/catalogue/shelf-queries.ts';
import { brandSteps, pathOf } from '#web/features/catalogue/steps.ts';
import { TypeTiles } from '#web/features/catalogue/type-tiles.tsx';
import { GRADE_NAMES } from '#web/features/catalogue/words.ts';
import { AllParts, FirstParts, Landing, LandingSection, PartCount } from './landing.tsx';

export const Route = createFileRoute('/catalogue/$brand')({
  search: keepVehicle,
  staticData: { followsStock: true },
  loader: async ({ context: { queryClient }, params }) => {
    try {
      const [brand] = await Promise.all([
        queryClient.ensureQueryData(brandQuery(params.brand)),
        queryClient.ensureQueryData(shelfPartsQuery({ brand: params.brand })),
      ]);
      return brand;
    } catch (error) {
      if (isNotFound(error)) throw notFound();
      throw error;
    }
  },
  head: ({ match, loaderData: brand }) => {
    if (brand === undefined) return pageHead(match.context, { title: 'Brand', noIndex: true });
    const steps = brandSteps(brand);
    const { origin } = match.context;
    const named = brand.types.slice(0, 6).map(({ name }) => name);
    return pageHead(match.context, {
      title: `${brand.name} parts`,
      description: `Vehicle parts of ${brand.name}${named.length > 0 ? `: ${named.join(', ')}` : ''}. Wholesale, with price, stock and minimum order.`,
      canonical: pathOf(steps),
      structuredData:
        import.meta.env.SSR &&
        structuredData(
          breadcrumbList(steps, origin),
          itemList(
            `Parts of ${brand.name}`,
            brand.types.map(({ name, slug }) => ({
              name,
              path: `/catalogue${stringifySearch({ brand: brand.slug, type: slug })}`,
            })),
            origin,
          ),
        ),
    });
  },
  component: Brand,
});

function Brand() {
  const params = Route.useParams();
  const brand = useSuspenseQuery(brandQuery(params.brand)).data;
  const parts = useSuspenseQuery(shelfPartsQuery({ brand: params.brand })).data;
  const all = { brand: brand.slug };
  return (
    <Landing
      steps={brandSteps(brand)}
      title={brand.name}
      aside={<PartCount count={brand.count} />}
      actions={<AllParts search={all} />}
    >
      <CountLinks
        links={brand.grades.map(({ grade, count }) => ({
          name: GRADE_NAMES[grade],
          count,
          search: { ...all, grade },
        }))}
      />
      {brand.types.length > 0 && (
        <LandingSection title="Part types">
          <TypeTiles types={brand.types} narrowed={all} />
        </LandingSection>
      )}
      <FirstParts title={`Parts of ${brand.name}`} parts={parts} all={all} />
    </Landing>
  );
}
