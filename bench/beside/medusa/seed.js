/** Fills Medusa through its own workflows, many products at once; run by `medusa exec` when its tables have been made. */
import { readFileSync } from 'node:fs';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import {
  createCollectionsWorkflow,
  createInventoryLevelsWorkflow,
  createProductCategoriesWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from '@medusajs/medusa/core-flows';

const CURRENCY = 'usd';
const COUNTRY = 'bd';
const PRODUCTS_AT_ONCE = 200;

/** @type {{ name: string, number: string, description: string, brand: string, type: string, priceMinor: number, stock: number, picture: string }[]} */
const parts = JSON.parse(readFileSync(process.env.PARTS_FILE, 'utf8'));

export default async function seed({ container }) {
  const run = async (workflow, input) => (await workflow(container).run({ input })).result;

  // It came with the tables, as did the key of its shop front.
  const [channel] = await container.resolve(Modules.SALES_CHANNEL).listSalesChannels();
  await run(createRegionsWorkflow, {
    regions: [
      {
        name: 'Bangladesh',
        currency_code: CURRENCY,
        countries: [COUNTRY],
        payment_providers: ['pp_system_default'],
      },
    ],
  });
  const [location] = await run(createStockLocationsWorkflow, { locations: [{ name: 'Store' }] });
  await run(linkSalesChannelsToStockLocationWorkflow, { id: location.id, add: [channel.id] });
  const profile = await makeShipping(container, run, location);

  const categories = await run(createProductCategoriesWorkflow, {
    product_categories: distinct(({ type }) => type).map((name) => ({ name, is_active: true })),
  });
  const collections = await run(createCollectionsWorkflow, {
    collections: distinct(({ brand }) => brand).map((title) => ({ title })),
  });
  const categoryIds = new Map(categories.map(({ name, id }) => [name, id]));
  const collectionIds = new Map(collections.map(({ title, id }) => [title, id]));

  const toProduct = ({ name, number, description, brand, type, priceMinor, picture }) => ({
    title: name,
    description,
    handle: `${brand}-${number}`.toLowerCase().replaceAll(' ', '-'),
    status: 'published',
    thumbnail: picture,
    collection_id: collectionIds.get(brand),
    category_ids: [categoryIds.get(type)],
    sales_channels: [{ id: channel.id }],
    shipping_profile_id: profile.id,
    options: [{ title: 'Kind', values: ['One'] }],
    variants: [
      {
        title: name,
        sku: number,
        manage_inventory: true,
        options: { Kind: 'One' },
        prices: [{ amount: priceMinor / 100, currency_code: CURRENCY }],
      },
    ],
  });
  const stockOf = new Map(parts.map(({ number, stock }) => [number, stock]));
  const inventory = container.resolve(Modules.INVENTORY);
  for (let from = 0; from < parts.length; from += PRODUCTS_AT_ONCE) {
    const some = parts.slice(from, from + PRODUCTS_AT_ONCE);
    await run(createProductsWorkflow, { products: some.map(toProduct) });
    const items = await inventory.listInventoryItems(
      { sku: some.map(({ number }) => number) },
      { select: ['id', 'sku'], take: PRODUCTS_AT_ONCE },
    );
    await run(createInventoryLevelsWorkflow, {
      inventory_levels: items.map(({ id, sku }) => ({
        ...{ inventory_item_id: id, location_id: location.id, stocked_quantity: stockOf.get(sku) },
      })),
    });
  }
  await container.resolve(Modules.SEARCH).reindex();
}

/** One way to ship everything, at one price. */
async function makeShipping(container, run, location) {
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const [profile] = await run(createShippingProfilesWorkflow, { data: [{ name: 'Parts', type: 'default' }] });
  const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: 'Store',
    type: 'shipping',
    service_zones: [{ name: 'Bangladesh', geo_zones: [{ type: 'country', country_code: COUNTRY }] }],
  });
  const ofLocation = { [Modules.STOCK_LOCATION]: { stock_location_id: location.id } };
  await link.create({ ...ofLocation, [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' } });
  await link.create({ ...ofLocation, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } });
  await run(createShippingOptionsWorkflow, [
    {
      name: 'Standard',
      price_type: 'flat',
      provider_id: 'manual_manual',
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: 'Standard', description: 'By road', code: 'standard' },
      prices: [{ currency_code: CURRENCY, amount: 5 }],
      rules: [
        { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
        { attribute: 'is_return', value: 'false', operator: 'eq' },
      ],
    },
  ]);
  return profile;
}

const distinct = (of) => [...new Set(parts.map(of))];
