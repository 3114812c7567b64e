/** The order form of a part, for whoever is signed in; "Buy Now" leads here. */
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import type { PartDetailBody } from '#contract/catalogue.ts';
import { searchText } from '#web/addresses/search-params.ts';
import { isNotFound } from '#web/api.ts';
import { pageHead } from '#web/document/head.ts';
import { PartAttributes } from '#web/features/catalogue/part-facts.tsx';
import { PartHeading } from '#web/features/catalogue/part-heading.tsx';
import { PartPrices } from '#web/features/catalogue/part-prices.tsx';
import { partQuery } from '#web/features/catalogue/queries.ts';
import { StockStatus } from '#web/features/catalogue/stock-status.tsx';
import { RequireSession, useUser } from '#web/features/identity/guards.tsx';
import { NoLongerSold } from '#web/features/ordering/no-longer-sold.tsx';
import { OrderForm } from '#web/features/ordering/order-form.tsx';
import { useOrderedEarlier } from '#web/features/ordering/use-ordered-earlier.ts';
import { useShop } from '#web/features/shop/shop-query.ts';
import { FitPanel } from '#web/features/vehicles/fit-panel.tsx';
import { useFits } from '#web/features/vehicles/use-fits.ts';
import { useChosenVehicle, useConditionAnswers } from '#web/features/vehicles/vehicle-shelf.ts';
import { Breadcrumbs, PageTitle } from '#web/ui/headings.tsx';
import { PartNumber, Quantity } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import styles from './part.module.css';

type OrderFormSearch = {
  /** How many the form begins with. */
  readonly quantity?: number;
  /** The number of an order whose line of this part is ordered again. */
  readonly again?: string;
};

/** What is ordered must be seen as it is: the part is asked for anew each time. */
const freshPartQuery = (partsId: string) => ({ ...partQuery(partsId), staleTime: 0 });

export const Route = createFileRoute('/parts/$partsId')({
  ssr: false,
  validateSearch: (search: Record<string, unknown>): OrderFormSearch => {
    const quantity = Number(searchText(search.quantity, 7) ?? search.quantity);
    const again = searchText(search.again, 40);
    return {
      ...(Number.isInteger(quantity) && quantity > 0 && { quantity }),
      ...(again !== undefined && /^MS-\d{4}-\d{6,}$/.test(again) && { again }),
    };
  },
  loaderDeps: ({ search: { again } }) => ({ again }),
  loader: async ({ context: { queryClient }, params, deps: { again } }) => {
    try {
      return await queryClient.ensureQueryData(partQuery(params.partsId));
    } catch (error) {
      // What was ordered once may be no longer sold, which is to be said of it by name.
      if (isNotFound(error) && again !== undefined) return undefined;
      if (isNotFound(error)) throw notFound();
      throw error;
    }
  },
  head: ({ match, loaderData }) =>
    pageHead(match.context, {
      title: loaderData === undefined ? 'Order' : `Order ${loaderData.name}`,
      noIndex: true,
    }),
  component: () => (
    <RequireSession>
      <FormOrWhyNot />
    </RequireSession>
  ),
});

function FormOrWhyNot() {
  return Route.useLoaderData() === undefined ? <PartNotSold /> : <OrderPage />;
}

function PartNotSold() {
  const { partsId } = Route.useParams();
  const { again } = Route.useSearch();
  const earlier = useOrderedEarlier(again, partsId);
  if (earlier === undefined) throw notFound();
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs>
        <Link to="/">Home</Link>
        <Link to="/catalogue">Catalogue</Link>
        Order
      </Breadcrumbs>
      {earlier === 'waiting' ? (
        <Skeleton width="most" />
      ) : (
        <>
          <PageTitle>{earlier.line.partsName}</PageTitle>
          <NoLongerSold {...earlier} />
        </>
      )}
    </div>
  );
}

function OrderPage() {
  const { partsId } = Route.useParams();
  const queryClient = useQueryClient();
  const shop = useShop();
  const user = useUser();
  const { quantity, again } = Route.useSearch();
  const part = useSuspenseQuery(freshPartQuery(partsId)).data;
  const earlier = useOrderedEarlier(again, part._id);
  const fit = useFits([part._id])(part._id);
  const vehicle = useChosenVehicle();
  const conditionAnswers = useConditionAnswers(vehicle);
  const onTruth = (truth: Partial<PartDetailBody>) => {
    queryClient.setQueryData(partQuery(partsId).queryKey, (old) => old && { ...old, ...truth });
  };
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs>
        <Link to="/">Home</Link>
        <Link to="/catalogue">Catalogue</Link>
        <Link
          to="/catalogue/$brand/$partNumber"
          params={{ brand: part.brandSlug, partNumber: part.partNumberSlug }}
        >
          <PartNumber number={part.partNumber} />
        </Link>
        Order
      </Breadcrumbs>
      <div className={styles.columns}>
        <div className={styles.info}>
          <PartHeading part={part} />
          <div className={styles.two}>
            <Picture
              src={part.img}
              alt={part.name}
              sizes="(max-width: 900px) 100vw, 520px"
              first
              className={styles.picture}
            />
            <section className={styles.attributes}>
              {part.attributes.length > 0 && <h2>Attributes</h2>}
              <PartAttributes part={part} />
            </section>
          </div>
          {part.description !== '' && <p className={styles.description}>{part.description}</p>}
        </div>
        <section className={styles.order} aria-label="Your order">
          <FitPanel fit={fit} />
          <PartPrices part={part} shop={shop} />
          <FactRows>
            <Fact name="Name">{user.name}</Fact>
            <Fact name="Email">{user.email}</Fact>
            <Fact name="Minimum Order">
              <Quantity value={part.minOrder} />
            </Fact>
            <Fact name="Available Stock">
              <StockStatus part={part} />
            </Fact>
          </FactRows>
          {earlier === 'waiting' ? (
            <Skeleton width="most" />
          ) : (
            <OrderForm
              key={`${part._id} ${again ?? ''}`}
              part={part}
              shop={shop}
              earlier={earlier}
              quantity={quantity}
              forVehicle={
                vehicle === null
                  ? undefined
                  : { vehicle: vehicle.id, engine: vehicle.engine, conditionAnswers }
              }
              onTruth={onTruth}
            />
          )}
        </section>
      </div>
    </div>
  );
}
