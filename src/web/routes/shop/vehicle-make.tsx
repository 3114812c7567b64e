/** The models of a make. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import type { MakeModelsBody } from '#contract/vehicle-tree.ts';
import { KIND_SLUGS, kindOfSlug } from '#domain/vehicles/vehicle-slug.ts';
import { keepVehicle } from '#web/addresses/vehicle-search.ts';
import { isNotFound } from '#web/api.ts';
import { pageHead } from '#web/document/head.ts';
import { breadcrumbList, itemList, structuredData } from '#web/document/structured-data.ts';
import { pathOf, vehicleSteps } from '#web/features/catalogue/steps.ts';
import { KIND_NAMES } from '#web/features/catalogue/words.ts';
import { MakeMark } from '#web/features/vehicles/make-grid.tsx';
import { makeQuery } from '#web/features/vehicles/vehicle-tree-queries.ts';
import { NameIndex } from '#web/ui/name-index.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { Landing } from './landing.tsx';

type Kind = MakeModelsBody['kinds'][number];

export const Route = createFileRoute('/catalogue/vehicles/$kind/$make')({
  search: keepVehicle,
  loader: async ({ context: { queryClient }, params }) => {
    const kind = kindOfSlug(params.kind);
    if (kind === undefined) throw notFound();
    try {
      const make = await queryClient.ensureQueryData(makeQuery(params.make));
      if (!make.kinds.includes(kind)) throw notFound();
      return { kind, make };
    } catch (error) {
      if (isNotFound(error)) throw notFound();
      throw error;
    }
  },
  head: ({ match, loaderData }) => {
    if (loaderData === undefined) return pageHead(match.context, { title: 'Vehicles', noIndex: true });
    const { kind, make } = loaderData;
    const steps = vehicleSteps({ kind, make: make.make });
    return pageHead(match.context, {
      title: `Parts for ${make.make} ${KIND_NAMES[kind].many.toLowerCase()}`,
      description: `Parts for ${make.make} ${KIND_NAMES[kind].many.toLowerCase()}, by model and year.`,
      canonical: pathOf(steps),
      structuredData:
        import.meta.env.SSR &&
        structuredData(
          breadcrumbList(steps, match.context.origin),
          itemList(
            `${make.make} models`,
            modelsOf(make, kind).map(({ model }) => ({
              name: `${make.make} ${model}`,
              path: pathOf(vehicleSteps({ kind, make: make.make, model })),
            })),
            match.context.origin,
          ),
        ),
    });
  },
  component: VehicleMake,
});

const modelsOf = ({ models }: MakeModelsBody, kind: Kind) => models.filter((model) => model.kind === kind);

function VehicleMake() {
  const { kind, make: loaded } = Route.useLoaderData();
  const make = useSuspenseQuery(makeQuery(loaded.slug)).data;
  const models = modelsOf(make, kind);
  return (
    <Landing
      steps={vehicleSteps({ kind, make: make.make })}
      title={`${make.make} ${KIND_NAMES[kind].many.toLowerCase()}`}
      aside={<Quantity value={models.length} unit={models.length === 1 ? 'model' : 'models'} />}
      actions={
        <>
          {make.kinds
            .filter((other) => other !== kind)
            .map((other) => (
              <Link
                key={other}
                to="/catalogue/vehicles/$kind/$make"
                params={{ kind: KIND_SLUGS[other], make: make.slug }}
              >
                {make.make} {KIND_NAMES[other].many.toLowerCase()}
              </Link>
            ))}
          <MakeMark make={make.make} />
        </>
      }
    >
      <NameIndex
        label="Find a model"
        entries={models.map(({ model, yearFrom, yearTo }) => ({
          name: model,
          path: pathOf(vehicleSteps({ kind, make: make.make, model })),
          note: yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`,
        }))}
      />
    </Landing>
  );
}
