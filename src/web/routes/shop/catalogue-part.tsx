/** The public page of a part: everything that is known of it, what else there is, and the way to order it. */
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound, redirect } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import type { PartDetailBody } from '#contract/catalogue.ts';
import { problemOfCall } from '#contract/kernel/api-error.ts';
import type { RelatedPartBody, RelatedPartsBody } from '#contract/related-parts.ts';
import type { ShopBody } from '#contract/shop.ts';
import type { ShopTable } from '#contract/table.ts';
import { canBeOrdered } from '#domain/ordering/quantity.ts';
import { keepVehicle } from '#web/addresses/vehicle-search.ts';
import { isNotFound } from '#web/api.ts';
import { pageHead } from '#web/document/head.ts';
import { Alternatives } from '#web/features/catalogue/alternatives.tsx';
import { CompareToggle } from '#web/features/catalogue/compare-toggle.tsx';
import { FitmentList } from '#web/features/catalogue/fitment-list.tsx';
import { GoesWith } from '#web/features/catalogue/goes-with.tsx';
import { InterchangeNumbers } from '#web/features/catalogue/interchange-numbers.tsx';
import { pageAhead } from '#web/features/catalogue/page-ahead.ts';
import { PartAttributes, PartNumbers } from '#web/features/catalogue/part-facts.tsx';
import { PartHeading } from '#web/features/catalogue/part-heading.tsx';
import { partPath } from '#web/features/catalogue/part-path.ts';
import { PartPrices } from '#web/features/catalogue/part-prices.tsx';
import {
  findListed,
  fitmentsQuery,
  partByNumberQuery,
  relatedPartsQuery,
} from '#web/features/catalogue/queries.ts';
import { useLookingAt } from '#web/features/catalogue/recent-parts.ts';
import { RecentPartsStrip } from '#web/features/catalogue/recent-parts-strip.tsx';
import { type PartAddress, partSearch, type Shows, shownBy } from '#web/features/catalogue/shown-page.ts';
import { shelfSteps } from '#web/features/catalogue/steps.ts';
import { StockStatus } from '#web/features/catalogue/stock-status.tsx';
import { SupersessionNote } from '#web/features/catalogue/supersession-note.tsx';
import { QuantityHelper } from '#web/features/ordering/quantity-helper.tsx';
import { PartReviews } from '#web/features/reviews/part-reviews.tsx';
import { partReviewsQuery, ratingQuery } from '#web/features/reviews/queries.ts';
import { shopQuery, useShop } from '#web/features/shop/shop-query.ts';
import { FitBadge } from '#web/features/vehicles/fit-badge.tsx';
import { FitPanel } from '#web/features/vehicles/fit-panel.tsx';
import { useFits } from '#web/features/vehicles/use-fits.ts';
import { useChosenVehicle } from '#web/features/vehicles/vehicle-shelf.ts';
import { useIsShown } from '#web/navigation/laid-out.tsx';
import { Rest } from '#web/navigation/rest.tsx';
import { Breadcrumbs, SectionHead } from '#web/ui/headings.tsx';
import { Note } from '#web/ui/notices.tsx';
import { PartNumber, Quantity } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import styles from './part.module.css';
import { partStructuredData } from './part-structured-data.ts';
import { stepLinks } from './trail.tsx';

export const Route = createFileRoute('/_browsing/catalogue/$brand/$partNumber')({
  validateSearch: partSearch,
  search: keepVehicle,
  staticData: { followsStock: true },
  loaderDeps: ({ search: { was } }) => ({ was }),
  loader: async ({ context: { queryClient }, params, deps, preload }) => {
    const query = partByNumberQuery(params.brand, params.partNumber);
    const asked = Promise.all([
      // Asked for anew where it is old: meanwhile it may have been taken out, or another one have come in its place.
      queryClient.fetchQuery(query).catch((error: unknown) => {
        leadOn(error, params.partNumber);
        const known = queryClient.getQueryData(query.queryKey);
        // Whoever has it on the page keeps it, while the shop is out of reach.
        if (known === undefined) throw error;
        return known;
      }),
      queryClient.ensureQueryData(shopQuery),
    ]);
    // A list that has the part knows its id: what else the page shows is asked for along with it.
    const listed = findListed(queryClient, params);
    if (listed !== undefined) void askBeside(queryClient, listed._id);
    const [part] = await asked;
    // Who comes from another page sees the part at once; it asks for what it lacks then. A fault of theirs is none of the page.
    if (import.meta.env.SSR) {
      await Promise.all([
        askBeside(queryClient, part._id),
        queryClient.prefetchInfiniteQuery(partReviewsQuery(part._id)),
      ]);
    } else if (!preload) {
      // A page that was kept shows what it has; what is old by now is asked for anew.
      void askBeside(queryClient, part._id);
      void queryClient.prefetchInfiniteQuery(partReviewsQuery(part._id));
    }
    if (preload) pageAhead.expect({ part: { ...params, ...deps } });
  },
  head: ({ match, params }) => {
    // What a loader gives is written into the page's script, where it could not follow the stock.
    const { queryKey } = partByNumberQuery(params.brand, params.partNumber);
    const part = match.context.queryClient.getQueryData(queryKey);
    if (part === undefined) return pageHead(match.context, { title: 'Part', noIndex: true });
    return pageHead(match.context, {
      title: `${part.name}, ${part.brand} ${part.partNumber}`,
      description: `${part.brand} ${part.partNumber}: ${part.description}`.slice(0, 160),
      canonical: partPath(part),
      image: part.img === '' ? undefined : part.img,
      noIndex: part.archived,
      structuredData: structuredData(part, match.context),
    });
  },
  component: CataloguePart,
});

/** Of what stands on the page beside the part itself, all that its first screen may show. */
const askBeside = (queryClient: QueryClient, partId: string) =>
  Promise.all([
    queryClient.prefetchQuery(fitmentsQuery(partId)),
    queryClient.prefetchQuery(relatedPartsQuery(partId)),
    queryClient.prefetchQuery(ratingQuery(partId)),
  ]);

/** For machines, which ask for the page from the server. */
const structuredData = createIsomorphicFn()
  .server((part: PartDetailBody, { queryClient, origin }: { queryClient: QueryClient; origin: string }) => {
    const shop = queryClient.getQueryData(shopQuery.queryKey);
    const related = queryClient.getQueryData(relatedPartsQuery(part._id).queryKey);
    const rating = queryClient.getQueryData(ratingQuery(part._id).queryKey);
    return shop && partStructuredData({ part, shop, related, rating }, origin);
  })
  .client(() => undefined);

/** From a number that no part has any more to the part that took its place, or to all that may have. */
function leadOn(error: unknown, number: string): void {
  const problem = problemOfCall<ShopTable['cataloguePart']>(error);
  if (problem?.code === 'PART_REPLACED') {
    const [part, ...others] = problem.replacedBy;
    if (part === undefined || others.length > 0)
      throw redirect({ to: '/catalogue', search: { q: number }, statusCode: 302 });
    throw redirect({
      to: '/catalogue/$brand/$partNumber',
      params: { brand: part.brandSlug, partNumber: part.partNumberSlug },
      search: { was: number },
      statusCode: 301,
    });
  }
  if (isNotFound(error)) throw notFound();
}

/** As wide as a page is on which the order follows the picture, which fills the first screen; as `part.module.css` has it. */
const ONE_COLUMN_PX = 900;

function CataloguePart(props: Shows<PartAddress>) {
  const { brand, partNumber, was } = shownBy(props);
  const shop = useShop();
  const part = useSuspenseQuery(partByNumberQuery(brand, partNumber)).data;
  const fitments = useQuery(fitmentsQuery(part._id)).data ?? [];
  const { data: related, isPending: isRelatedPending } = useQuery(relatedPartsQuery(part._id));
  const rating = useQuery(ratingQuery(part._id)).data;
  const fit = useFits([part._id])(part._id);
  const otherFit = useFits(partIdsOf(related));
  const fitOf = (partId: string) => <FitBadge fit={otherFit(partId)} />;
  const vehicle = useChosenVehicle();
  return (
    <div className={`wrap ${styles.page}`}>
      <LookingAt part={part} />
      <Breadcrumbs>
        <Link to="/">Home</Link>
        <Link to="/catalogue">Catalogue</Link>
        {stepLinks(shelfSteps(part))}
        <PartNumber number={part.partNumber} />
      </Breadcrumbs>
      <div className={styles.columns}>
        <div className={styles.info} data-stretches="">
          <PartHeading part={part} />
          <div className={styles.succession}>
            <SupersessionNote
              part={part}
              supersession={related?.supersession}
              shop={shop}
              askedNumber={was}
            />
          </div>
          <div className={styles.two}>
            <Picture
              src={part.img}
              alt={part.name}
              sizes="(max-width: 900px) 100vw, 520px"
              first
              className={styles.picture}
            />
            <Rest upToPx={ONE_COLUMN_PX}>
              {() => (
                <section className={styles.attributes}>
                  {part.attributes.length > 0 && <h2>Attributes</h2>}
                  <PartAttributes part={part} />
                </section>
              )}
            </Rest>
          </div>
          <Rest upToPx={ONE_COLUMN_PX}>
            {() => (
              <>
                {part.description !== '' && <p className={styles.description}>{part.description}</p>}
                {isRelatedPending ? (
                  <section aria-hidden="true">
                    <Skeleton width="third" />
                    <Skeleton width="most" />
                  </section>
                ) : (
                  related !== undefined &&
                  related.alternatives.length > 0 && (
                    <Alternatives
                      part={part}
                      alternatives={related.alternatives}
                      currency={shop.listCurrency}
                      fitOf={fitOf}
                    />
                  )
                )}
              </>
            )}
          </Rest>
          <Rest>
            {() => (
              <>
                <section>
                  <SectionHead
                    title="Numbers"
                    end={<span className="small quiet">found however they are typed</span>}
                  />
                  <PartNumbers part={part} />
                  {related !== undefined && <InterchangeNumbers {...related.interchange} />}
                </section>
                {fitments.length > 0 && (
                  <section>
                    <SectionHead
                      title="Fitment"
                      end={
                        <span className="small quiet">
                          <Quantity
                            value={part.vehicleCount}
                            unit={part.vehicleCount === 1 ? 'vehicle' : 'vehicles'}
                          />
                        </span>
                      }
                    />
                    <FitmentList fitments={fitments} own={vehicle} />
                  </section>
                )}
                {related !== undefined && related.goesWith.length > 0 && (
                  <GoesWith
                    goesWith={related.goesWith}
                    vehicleCount={related.vehicleCount}
                    currency={shop.listCurrency}
                    fitOf={fitOf}
                  />
                )}
                <PartReviews key={part._id} partId={part._id} rating={rating} />
              </>
            )}
          </Rest>
        </div>
        <aside className={styles.order} aria-label="Order this part">
          <FitPanel fit={fit} />
          <PartPrices part={part} shop={shop} />
          <FactRows>
            <Fact name="Available Stock">
              <StockStatus part={part} />
            </Fact>
            <Fact name="Minimum Order">
              <Quantity value={part.minOrder} />
            </Fact>
            {part.orderMultiple > 1 && (
              <Fact name="Sold in">
                <Quantity value={part.orderMultiple} />s
              </Fact>
            )}
          </FactRows>
          <Rest upToPx={ONE_COLUMN_PX}>
            {() => (
              <>
                <HowMany part={part} shop={shop} />
                <CompareToggle part={part} />
              </>
            )}
          </Rest>
        </aside>
      </div>
      <Rest>{() => <RecentPartsStrip part={part} />}</Rest>
    </div>
  );
}

/** As many as somebody wants, or why there are none to be had. */
function HowMany({ part, shop }: { readonly part: PartDetailBody; readonly shop: ShopBody }) {
  if (part.archived) return <Note tone="warn">This part is no longer sold.</Note>;
  if (canBeOrdered(part)) return <QuantityHelper key={part._id} part={part} shop={shop} />;
  return (
    <Note tone="warn">
      There is less in stock than the minimum order, so this part cannot be ordered just now.
    </Note>
  );
}

/** Nothing to see: a part that is only laid out is not looked at. */
function LookingAt({ part }: { readonly part: PartDetailBody }) {
  useLookingAt(part, useIsShown());
  return null;
}

/** The parts beside this one whose fit is shown. */
function partIdsOf(related: RelatedPartsBody | undefined): string[] {
  if (related === undefined) return [];
  const ids = [...related.alternatives, ...related.goesWith].flatMap((group) =>
    group.parts.map((other: RelatedPartBody) => other._id),
  );
  return [...new Set(ids)];
}
