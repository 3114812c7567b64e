/** A part's page as structured data (schema.org). */
import type { PartDetailBody } from '#contract/catalogue.ts';
import type { RelatedPartBody, RelatedPartsBody } from '#contract/related-parts.ts';
import type { RatingBody } from '#contract/reviews.ts';
import type { ShopBody } from '#contract/shop.ts';
import { canBeOrdered } from '#domain/ordering/quantity.ts';
import { breadcrumbList } from '#web/document/structured-data.ts';
import { partPath } from '#web/features/catalogue/part-path.ts';
import { CATALOGUE_STEPS, shelfSteps } from '#web/features/catalogue/steps.ts';

export type KnownOfPart = {
  readonly part: PartDetailBody;
  readonly shop: ShopBody;
  readonly related?: RelatedPartsBody | undefined;
  readonly rating?: RatingBody | undefined;
};

/** How many alternatives are named. */
const MAX_SIMILAR = 4;

/** The product with its offer and rating, and where it stands in the shop. What replaces a part is no variant of it. */
export function partStructuredData({ part, shop, related, rating }: KnownOfPart, origin: string) {
  const address = `${origin}${partPath(part)}`;
  const similar = (related?.alternatives ?? []).flatMap((group) => group.parts).slice(0, MAX_SIMILAR);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        '@id': `${address}#product`,
        url: address,
        name: part.name,
        description: part.description,
        ...(part.img !== '' && { image: new URL(part.img, origin).href }),
        sku: part.sku,
        mpn: part.partNumber,
        ...(part.gtin !== null && { gtin: part.gtin }),
        brand: { '@type': 'Brand', name: part.brand },
        ...(part.partType !== null && { category: [...part.category, part.partType].join(' > ') }),
        ...(part.attributes.length > 0 && {
          additionalProperty: part.attributes.map(({ name, value, unit }) => ({
            '@type': 'PropertyValue',
            name,
            value,
            ...(unit !== '' && { unitText: unit }),
          })),
        }),
        offers: {
          ...offerOf(part, shop, origin),
          itemCondition: `https://schema.org/${part.grade === 'remanufactured' ? 'Refurbished' : 'New'}Condition`,
          eligibleQuantity: { '@type': 'QuantitativeValue', minValue: part.minOrder, unitCode: 'C62' },
          seller: { '@type': 'Organization', name: shop.name },
        },
        ...(rating !== undefined &&
          rating.average !== null && {
            aggregateRating: {
              '@type': 'AggregateRating',
              ratingValue: rating.average,
              reviewCount: rating.count,
              bestRating: 5,
              worstRating: 1,
            },
          }),
        ...(similar.length > 0 && {
          isSimilarTo: similar.map((other) => ({
            '@type': 'Product',
            name: other.name,
            mpn: other.partNumber,
            brand: { '@type': 'Brand', name: other.brand },
            offers: offerOf(other, shop, origin),
          })),
        }),
      },
      breadcrumbList(
        [...CATALOGUE_STEPS, ...shelfSteps(part), { name: part.name, path: partPath(part) }],
        origin,
      ),
    ],
  };
}

function offerOf(part: RelatedPartBody | PartDetailBody, shop: ShopBody, origin: string) {
  const available = canBeOrdered(part)
    ? 'InStock'
    : part.lifecycle === 'active'
      ? 'OutOfStock'
      : 'Discontinued';
  return {
    '@type': 'Offer',
    url: `${origin}${partPath(part)}`,
    price: part.price,
    priceCurrency: shop.listCurrency.code,
    availability: `https://schema.org/${available}`,
  };
}
