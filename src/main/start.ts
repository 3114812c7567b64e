/** `npm start`: the shop as it is used, with built pages. */
import { builtPages } from './pages.ts';
import { runShop } from './run-shop.ts';

await runShop(builtPages);
