/** The makes of one kind of vehicle. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { kindOfSlug } from '#domain/vehicles/vehicle-slug.ts';
import { keepVehicle } from '#web/addresses/vehicle-search.ts';
import { pageHead } from '#web/document/head.ts';
import { breadcrumbList, structuredData } from '#web/document/structured-data.ts';
import { pathOf, vehicleSteps } from '#web/features/catalogue/steps.ts';
import { KIND_NAMES } from '#web/features/catalogue/words.ts';
import { makesQuery } from '#web/features/vehicles/vehicle-tree-queries.ts';
import { Landing } from './landing.tsx';
import { MakeIndex } from './make-index.tsx';

export const Route = createFileRoute('/catalogue/vehicles/$kind')({
  search: keepVehicle,
  loader: async ({ context: { queryClient }, params }) => {
    const kind = kindOfSlug(params.kind);
    if (kind === undefined) throw notFound();
    await queryClient.ensureQueryData(makesQuery);
    return kind;
  },
  head: ({ match, loaderData: kind }) => {
    if (kind === undefined) return pageHead(match.context, { title: 'Vehicles', noIndex: true });
    const steps = vehicleSteps({ kind });
    return pageHead(match.context, {
      title: `Parts for ${KIND_NAMES[kind].many.toLowerCase()}`,
      description: `Parts for ${KIND_NAMES[kind].many.toLowerCase()} by make, model and year.`,
      canonical: pathOf(steps),
      structuredData: import.meta.env.SSR && structuredData(breadcrumbList(steps, match.context.origin)),
    });
  },
  component: VehicleKind,
});

function VehicleKind() {
  const kind = Route.useLoaderData();
  const makes = useSuspenseQuery(makesQuery).data;
  return (
    <Landing
      steps={vehicleSteps({ kind })}
      title={KIND_NAMES[kind].many}
      actions={
        <Link to="/catalogue" search={{ kind }}>
          All {KIND_NAMES[kind].one.toLowerCase()} parts
        </Link>
      }
    >
      <MakeIndex makes={makes} kind={kind} />
    </Landing>
  );
}
