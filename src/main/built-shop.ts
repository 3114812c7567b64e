/** The shop as it is used, with built pages. */
import { runShop } from './run-shop.ts';

// What makes pages is loaded with the rest of the shop, while the database starts.
export const openBuiltShop = () => runShop(async () => (await import('./pages.ts')).builtPages());
