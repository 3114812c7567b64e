/**
 * `npm run dev`: the shop with pages that follow their sources; a changed component appears without a reload. Changes of
 * the server need a new start. Everything else is as in `npm start`, on the same data.
 */
import { developmentPages } from './development-pages.ts';
import { runShop } from './run-shop.ts';

await runShop(developmentPages);
