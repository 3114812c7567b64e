/** The public page of a part: everything that is known of it, and the way to order it. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import type { PartDetailBody } from '#contract/catalogue.ts';
import type { ShopBody } from '#contract/shop.ts';
import { canBeOrdered } from '#domain/ordering/quantity.ts';
import { isNotFound } from '#web/api.ts';
import { CompareToggle } from '#web/features/catalogue/compare-toggle.tsx';
import { FitmentList } from '#web/features/catalogue/fitment-list.tsx';
import { PartAttributes, PartNumbers } from '#web/features/catalogue/part-facts.tsx';
import { PartHeading } from '#web/features/catalogue/part-heading.tsx';
import { PartPrices } from '#web/features/catalogue/part-prices.tsx';
import { fitmentsQuery, partByNumberQuery } from '#web/features/catalogue/queries.ts';
import { RecentPartsStrip } from '#web/features/catalogue/recent-parts-strip.tsx';
import { shelfSteps } from '#web/features/catalogue/steps.ts';
import { StockStatus } from '#web/features/catalogue/stock-status.tsx';
import { shopQuery, useShop } from '#web/features/shop/shop-query.ts';
import { FitPanel } from '#web/features/vehicles/fit-panel.tsx';
import { useFits } from '#web/features/vehicles/use-fits.ts';
import { useChosenVehicle } from '#web/features/vehicles/vehicle-shelf.ts';
import { pageHead } from '#web/head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Breadcrumbs, SectionHead } from '#web/ui/headings.tsx';
import { Note } from '#web/ui/notices.tsx';
import { PartNumber, Quantity } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import { keepVehicle } from '#web/vehicle-search.ts';
import styles from './part.module.css';
import { stepLinks } from './trail.tsx';

export const Route = createFileRoute('/catalogue/$brand/$partNumber')({
  search: keepVehicle,
  loader: async ({ context: { queryClient }, params }) => {
    try {
      const [part, shop] = await Promise.all([
        queryClient.ensureQueryData(partByNumberQuery(params.brand, params.partNumber)),
        queryClient.ensureQueryData(shopQuery),
      ]);
      await queryClient.ensureQueryData(fitmentsQuery(part._id));
      return { part, shop };
    } catch (error) {
      if (isNotFound(error)) throw notFound();
      throw error;
    }
  },
  head: ({ match, loaderData }) => {
    if (loaderData === undefined) return pageHead(match.context, { title: 'Part', noIndex: true });
    const { part, shop } = loaderData;
    const canonical = `/catalogue/${part.brandSlug}/${part.partNumberSlug}`;
    return pageHead(match.context, {
      title: `${part.name}, ${part.brand} ${part.partNumber}`,
      description: `${part.brand} ${part.partNumber}: ${part.description}`.slice(0, 160),
      canonical,
      image: part.img === '' ? undefined : part.img,
      noIndex: part.archived,
      structuredData: structuredData(part, shop, `${match.context.origin}${canonical}`, match.context.origin),
    });
  },
  component: CataloguePart,
});

function structuredData(part: PartDetailBody, shop: ShopBody, address: string, origin: string) {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        name: part.name,
        description: part.description,
        ...(part.img !== '' && { image: new URL(part.img, origin).href }),
        sku: part.sku,
        mpn: part.partNumber,
        ...(part.gtin !== null && { gtin: part.gtin }),
        brand: { '@type': 'Brand', name: part.brand },
        offers: {
          '@type': 'Offer',
          url: address,
          price: part.price,
          priceCurrency: shop.listCurrency.code,
          availability: canBeOrdered(part) ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
          eligibleQuantity: { '@type': 'QuantitativeValue', minValue: part.minOrder, unitCode: 'C62' },
        },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Home', item: `${origin}/` },
          { '@type': 'ListItem', position: 2, name: 'Catalogue', item: `${origin}/catalogue` },
          { '@type': 'ListItem', position: 3, name: part.name, item: address },
        ],
      },
    ],
  };
}

function CataloguePart() {
  const params = Route.useParams();
  const shop = useShop();
  const part = useSuspenseQuery(partByNumberQuery(params.brand, params.partNumber)).data;
  const fitments = useSuspenseQuery(fitmentsQuery(part._id)).data;
  const fit = useFits([part._id])(part._id);
  const vehicle = useChosenVehicle();
  const orderable = canBeOrdered(part) && !part.archived;
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs>
        <Link to="/">Home</Link>
        <Link to="/catalogue">Catalogue</Link>
        {stepLinks(shelfSteps(part))}
        <PartNumber number={part.partNumber} />
      </Breadcrumbs>
      <div className={styles.columns}>
        <div className={styles.info}>
          <PartHeading part={part} />
          <div className={styles.two}>
            <Picture
              src={part.img}
              alt={part.name}
              sizes="(max-width: 900px) 100vw, 520px"
              eager
              className={styles.picture}
            />
            <section className={styles.attributes}>
              {part.attributes.length > 0 && <h2>Attributes</h2>}
              <PartAttributes part={part} />
            </section>
          </div>
          {part.description !== '' && <p className={styles.description}>{part.description}</p>}
          <section>
            <SectionHead
              title="Numbers"
              end={<span className="small quiet">found however they are typed</span>}
            />
            <PartNumbers part={part} />
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
        </div>
        <aside className={styles.order} aria-label="Order this part">
          <FitPanel fit={fit} />
          <PartPrices part={part} shop={shop} />
          <FactRows>
            <Fact name="Available Stock">
              <StockStatus stock={part.stock} minOrder={part.minOrder} />
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
          {orderable ? (
            <ButtonLink to="/parts/$partsId" params={{ partsId: part._id }} tone="signal" size="tall" full>
              Buy Now
            </ButtonLink>
          ) : (
            <Note tone="warn">
              {part.archived
                ? 'This part is no longer sold.'
                : 'There is less in stock than the minimum order, so this part cannot be ordered just now.'}
            </Note>
          )}
          <CompareToggle part={part} />
        </aside>
      </div>
      <RecentPartsStrip part={part} />
    </div>
  );
}
