/** Makes Vendure's tables and fills them through its own services; products by the service that it has for many at once. */
import { readFile } from 'node:fs/promises';
import {
  Asset,
  AssetType,
  bootstrap,
  ChannelService,
  dummyPaymentHandler,
  FacetService,
  FacetValueService,
  FastImporterService,
  JobQueueService,
  LanguageCode,
  Populator,
  RequestContextService,
  SearchService,
  TaxCategoryService,
  TransactionalConnection,
} from '@vendure/core';
import { config } from './vendure-config.mjs';

/** So many wait for the database at once as it has connections for them. */
const AT_ONCE = 10;
const REINDEX_LOOK_MS = 500;
const languageCode = LanguageCode.en;

/** @type {{ name: string, number: string, description: string, brand: string, type: string, priceMinor: number, stock: number, picture: string }[]} */
const parts = JSON.parse(await readFile(process.env.PARTS_FILE, 'utf8'));

const app = await bootstrap({
  ...config,
  dbConnectionOptions: { ...config.dbConnectionOptions, synchronize: true },
});
await app.get(JobQueueService).start();

await app.get(Populator).populateInitialData({
  defaultLanguage: languageCode,
  defaultZone: 'Asia',
  countries: [{ name: 'Bangladesh', code: 'BD', zone: 'Asia' }],
  taxRates: [{ name: 'Standard', percentage: 0 }],
  shippingMethods: [{ name: 'Standard', price: 500 }],
  paymentMethods: [
    {
      name: 'On account',
      handler: { code: dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'false' }] },
    },
  ],
  collections: [],
});

const channel = await app.get(ChannelService).getDefaultChannel();
const ctx = await app
  .get(RequestContextService)
  .create({ apiType: 'admin', channelOrToken: channel, languageCode });
const [taxCategory] = (await app.get(TaxCategoryService).findAll(ctx)).items;
const brandIds = await makeFacet('Brand', new Set(parts.map(({ brand }) => brand)));
const typeIds = await makeFacet('Type', new Set(parts.map(({ type }) => type)));
const assetIds = await makeAssets(new Set(parts.map(({ picture }) => picture)));

const importer = app.get(FastImporterService);
await importer.initialize(channel);
// One by one in their order, so that products are listed as in the other shops; the rest of each beside the next ones.
const pending = new Set();
for (const part of parts) {
  const product = await importProduct(part);
  const rest = importVariant(part, product).finally(() => pending.delete(rest));
  pending.add(rest);
  if (pending.size >= AT_ONCE) await Promise.race(pending);
}
await Promise.all(pending);
await reindex();
await app.close();
// Its queue leaves timers behind.
process.exit(0);

async function makeFacet(name, values) {
  const translate = (text) => [{ languageCode, name: text }];
  const facet = await app.get(FacetService).create(ctx, {
    code: name.toLowerCase(),
    isPrivate: false,
    translations: translate(name),
  });
  const ids = new Map();
  for (const value of values) {
    const input = {
      facetId: facet.id,
      code: value.toLowerCase().replaceAll(' ', '-'),
      translations: translate(value),
    };
    ids.set(value, (await app.get(FacetValueService).create(ctx, facet, input)).id);
  }
  return ids;
}

/** Rows alone: no shop here serves pictures while it is measured. */
async function makeAssets(pictures) {
  const assets = app.get(TransactionalConnection).getRepository(ctx, Asset);
  const ids = new Map();
  for (const picture of pictures) {
    const asset = new Asset({
      ...{ type: AssetType.IMAGE, mimeType: 'image/webp', width: 320, height: 320, fileSize: 20_000 },
      ...{ source: picture, preview: picture, channels: [channel] },
    });
    ids.set(picture, (await assets.save(asset)).id);
  }
  return ids;
}

function importProduct({ name, number, description, brand, type, picture }) {
  const assetId = assetIds.get(picture);
  return importer.createProduct({
    facetValueIds: [brandIds.get(brand), typeIds.get(type)],
    featuredAssetId: assetId,
    assetIds: [assetId],
    translations: [{ languageCode, name, slug: `${brand}-${number}`, description }],
  });
}

function importVariant({ name, number, priceMinor, stock }, productId) {
  return importer.createProductVariant({
    productId,
    sku: number,
    price: priceMinor,
    stockOnHand: stock,
    taxCategoryId: taxCategory.id,
    optionIds: [],
    facetValueIds: [],
    translations: [{ languageCode, name }],
  });
}

async function reindex() {
  const { id } = await app.get(SearchService).reindex(ctx);
  const { jobQueueStrategy } = app.get(JobQueueService);
  for (;;) {
    const job = await jobQueueStrategy.findOne(id);
    if (job.state === 'COMPLETED') return;
    if (job.state === 'FAILED' || job.state === 'CANCELLED')
      throw new Error(`The index was not made: ${job.error}`);
    await new Promise((resolve) => setTimeout(resolve, REINDEX_LOOK_MS));
  }
}
