/** What the search of the shop front reads: as much of a product as its list shows. */
import { defineSearchIndex, graphConsume, graphSeed, search } from '@medusajs/framework/utils';

const fields = search.define({
  id: search.keyword().filterable(),
  title: search.text().searchable(),
  description: search.text().searchable(),
  sku: search.text().searchable(),
  thumbnail: search.keyword(),
  price: search.float(),
  status: search.keyword().filterable(),
  sales_channel_ids: search.keyword().array().filterable(),
});

const source = {
  fields: [
    ...['id', 'title', 'description', 'thumbnail', 'status'],
    ...['variants.sku', 'variants.prices.amount', 'sales_channels.id'],
  ],
  transform: (products) =>
    products.map(({ id, title, description, thumbnail, status, variants: [variant], sales_channels }) => ({
      ...{ id, title, description, thumbnail, status },
      sku: variant.sku,
      price: variant.prices[0].amount,
      sales_channel_ids: sales_channels.map((channel) => channel.id),
    })),
};

export default defineSearchIndex({
  name: 'product',
  entity: 'product',
  fields,
  events: ['product.created', 'product.updated', 'product.deleted'],
  seed: graphSeed(source),
  consume: graphConsume(source),
});
