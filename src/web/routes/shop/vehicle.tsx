/** One vehicle: what is listed for it, by category and type, and the way to have it in the vehicle bar. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import type { VehicleBody } from '#contract/vehicles.ts';
import { kindOfSlug } from '#domain/vehicles/vehicle-slug.ts';
import { stringifySearch } from '#web/addresses/search-params.ts';
import { keepVehicle } from '#web/addresses/vehicle-search.ts';
import { isNotFound } from '#web/api.ts';
import { pageHead } from '#web/document/head.ts';
import { breadcrumbList, itemList, structuredData } from '#web/document/structured-data.ts';
import { CategoryTree } from '#web/features/catalogue/category-tree.tsx';
import { recountedTree } from '#web/features/catalogue/recounted-tree.ts';
import { categoriesQuery, vehiclePartsQuery } from '#web/features/catalogue/shelf-queries.ts';
import { pathOf, vehicleSteps } from '#web/features/catalogue/steps.ts';
import { useChosenVehicle } from '#web/features/vehicles/vehicle-shelf.ts';
import { modelQuery } from '#web/features/vehicles/vehicle-tree-queries.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { Status } from '#web/ui/status.tsx';
import { FirstParts, Landing, PartCount } from './landing.tsx';
import styles from './vehicle.module.css';

export const Route = createFileRoute('/catalogue/vehicles/$kind/$make/$model/$year')({
  search: keepVehicle,
  staticData: { followsStock: true },
  loader: async ({ context: { queryClient }, params }) => {
    const kind = kindOfSlug(params.kind);
    if (kind === undefined) throw notFound();
    try {
      const model = await queryClient.ensureQueryData(modelQuery(kind, params.make, params.model));
      const vehicle = model.vehicles.find(({ year }) => String(year) === params.year);
      if (vehicle === undefined) throw notFound();
      const [found] = await Promise.all([
        queryClient.ensureQueryData(vehiclePartsQuery(vehicle.id)),
        queryClient.ensureQueryData(categoriesQuery),
      ]);
      return { vehicle, total: found.total.count, types: found.types };
    } catch (error) {
      if (isNotFound(error)) throw notFound();
      throw error;
    }
  },
  head: ({ match, loaderData }) => {
    if (loaderData === undefined) return pageHead(match.context, { title: 'Vehicle', noIndex: true });
    const { vehicle, total, types } = loaderData;
    const steps = vehicleSteps(vehicle);
    const named = types.slice(0, 6).map(({ name }) => name);
    return pageHead(match.context, {
      title: `Parts for ${vehicle.name}`,
      description: `Parts that are listed for the ${vehicle.name}${named.length > 0 ? `: ${named.join(', ')}` : ''}.`,
      canonical: pathOf(steps),
      noIndex: total === 0,
      structuredData:
        import.meta.env.SSR &&
        structuredData(
          breadcrumbList(steps, match.context.origin),
          itemList(
            `Parts for ${vehicle.name}`,
            types.map(({ name, value }) => ({
              name,
              path: `/catalogue${stringifySearch({ vehicle: vehicle.id, type: value })}`,
            })),
            match.context.origin,
          ),
        ),
    });
  },
  component: Vehicle,
});

function Vehicle() {
  const { vehicle } = Route.useLoaderData();
  const { parts, total, types } = useSuspenseQuery(vehiclePartsQuery(vehicle.id)).data;
  const categories = useSuspenseQuery(categoriesQuery).data;
  const all = { vehicle: String(vehicle.id) };
  return (
    <Landing
      steps={vehicleSteps(vehicle)}
      title={vehicle.name}
      aside={
        <>
          {total.relation === 'gte' && 'more than '}
          <PartCount count={total.count} />
        </>
      }
      actions={<Choosing vehicle={vehicle} />}
    >
      {parts.length === 0 ? (
        <EmptyState
          title={`No part is listed for the ${vehicle.name}`}
          action={
            <ButtonLink to="/catalogue/categories" search={{ vehicle: undefined }}>
              See all part types
            </ButtonLink>
          }
        >
          That does not mean that none fits: what the shop knows of vehicles comes from the makers’ lists. A
          number from the old part finds what replaces it.
        </EmptyState>
      ) : (
        <>
          <p className={styles.note}>
            What the makers list for it. Where fit depends on an engine or a condition, the part’s page asks.
          </p>
          <CategoryTree
            categories={recountedTree(categories, new Map(types.map(({ value, count }) => [value, count])))}
            narrowed={all}
            isLowerBound={total.relation === 'gte'}
          />
        </>
      )}
      <FirstParts title={`Parts for ${vehicle.name}`} parts={parts} ofVehicle={vehicle.id} all={all} />
    </Landing>
  );
}

/** A vehicle in the address is chosen by the bar, with or without script. */
function Choosing({ vehicle }: { readonly vehicle: VehicleBody }) {
  const chosen = useChosenVehicle();
  return chosen?.id === vehicle.id ? (
    <Status tone="good">Your vehicle</Status>
  ) : (
    <ButtonLink to="." search={{ vehicle: String(vehicle.id) }} tone="signal" resetScroll={false} replace>
      Choose this vehicle
    </ButtonLink>
  );
}
