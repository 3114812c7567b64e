/** The shop as `npm start` runs it, less its pages, which take a build. */
import { Hono } from 'hono';
import { runShop } from '#main/run-shop.ts';

await runShop(async () => ({
  description: 'none',
  open: async () => new Hono(),
  async close() {},
}));
