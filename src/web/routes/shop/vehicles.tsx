/** All makes of vehicles, by kind. */

import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { VEHICLE_KINDS } from '#domain/vehicles/vehicle.ts';
import { keepVehicle } from '#web/addresses/vehicle-search.ts';
import { pageHead } from '#web/document/head.ts';
import { breadcrumbList, itemList, structuredData } from '#web/document/structured-data.ts';
import { pathOf, vehicleSteps } from '#web/features/catalogue/steps.ts';
import { KIND_NAMES } from '#web/features/catalogue/words.ts';
import { MakeGrid } from '#web/features/vehicles/make-grid.tsx';
import { makesQuery } from '#web/features/vehicles/vehicle-tree-queries.ts';
import { Landing, LandingSection } from './landing.tsx';
import { MakeIndex } from './make-index.tsx';

const STEPS = vehicleSteps();

export const Route = createFileRoute('/catalogue/vehicles')({
  search: keepVehicle,
  loader: async ({ context: { queryClient } }) => {
    await queryClient.ensureQueryData(makesQuery);
  },
  head: ({ match }) =>
    pageHead(match.context, {
      title: 'Parts by vehicle',
      description: 'Parts for cars, trucks and motorcycles: choose the make, the model and the year.',
      canonical: pathOf(STEPS),
      structuredData:
        import.meta.env.SSR &&
        structuredData(
          breadcrumbList(STEPS, match.context.origin),
          itemList(
            'Vehicles',
            VEHICLE_KINDS.map((kind) => ({
              name: KIND_NAMES[kind].many,
              path: pathOf(vehicleSteps({ kind })),
            })),
            match.context.origin,
          ),
        ),
    }),
  component: Vehicles,
});

function Vehicles() {
  const makes = useSuspenseQuery(makesQuery).data;
  return (
    <Landing steps={STEPS} title="Parts by vehicle">
      <MakeGrid />
      {VEHICLE_KINDS.map((kind) => (
        <LandingSection key={kind} title={KIND_NAMES[kind].many}>
          <MakeIndex makes={makes} kind={kind} level={3} />
        </LandingSection>
      ))}
    </Landing>
  );
}
