/** The years of a model, each of them one vehicle. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { kindOfSlug } from '#domain/vehicles/vehicle-slug.ts';
import { keepVehicle } from '#web/addresses/vehicle-search.ts';
import { isNotFound } from '#web/api.ts';
import { pageHead } from '#web/document/head.ts';
import { breadcrumbList, itemList, structuredData } from '#web/document/structured-data.ts';
import { pathOf, vehicleSteps } from '#web/features/catalogue/steps.ts';
import { MakeMark } from '#web/features/vehicles/make-grid.tsx';
import { modelQuery } from '#web/features/vehicles/vehicle-tree-queries.ts';
import { Landing, LandingSection } from './landing.tsx';
import styles from './vehicle-model.module.css';

export const Route = createFileRoute('/catalogue/vehicles/$kind/$make/$model')({
  search: keepVehicle,
  loader: async ({ context: { queryClient }, params }) => {
    const kind = kindOfSlug(params.kind);
    if (kind === undefined) throw notFound();
    try {
      return await queryClient.ensureQueryData(modelQuery(kind, params.make, params.model));
    } catch (error) {
      if (isNotFound(error)) throw notFound();
      throw error;
    }
  },
  head: ({ match, loaderData: model }) => {
    if (model === undefined) return pageHead(match.context, { title: 'Vehicles', noIndex: true });
    const steps = vehicleSteps(model);
    return pageHead(match.context, {
      title: `Parts for ${model.make} ${model.model}`,
      description: `Parts for the ${model.make} ${model.model} of ${model.yearFrom} to ${model.yearTo}: choose the model year.`,
      canonical: pathOf(steps),
      structuredData:
        import.meta.env.SSR &&
        structuredData(
          breadcrumbList(steps, match.context.origin),
          itemList(
            `${model.make} ${model.model}`,
            model.vehicles.map((vehicle) => ({ name: vehicle.name, path: pathOf(vehicleSteps(vehicle)) })),
            match.context.origin,
          ),
        ),
    });
  },
  component: VehicleModel,
});

function VehicleModel() {
  const { kind, makeSlug, slug } = Route.useLoaderData();
  const model = useSuspenseQuery(modelQuery(kind, makeSlug, slug)).data;
  return (
    <Landing
      steps={vehicleSteps(model)}
      title={`${model.make} ${model.model}`}
      actions={<MakeMark make={model.make} />}
    >
      <LandingSection title="Model year">
        <ul className={styles.years}>
          {model.vehicles.map((vehicle) => (
            <li key={vehicle.id}>
              <Link to={pathOf(vehicleSteps(vehicle))}>{vehicle.year}</Link>
            </li>
          ))}
        </ul>
      </LandingSection>
    </Landing>
  );
}
