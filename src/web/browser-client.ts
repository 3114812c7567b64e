/** The client of the operations over HTTP. */
import type { Client } from '#contract/kernel/operation.ts';
import type { ShopTable } from '#contract/table.ts';

// Stands in until the HTTP client of the contract is there.
export const browserClient = new Proxy({} as Client<ShopTable>, {
  get: (_target, name) => async () => {
    throw new Error(`${String(name)}: there is no HTTP client yet`);
  },
});
