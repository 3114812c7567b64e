/** The shop that the tests in a browser meet. */
import { inject } from 'vitest';

export type SharedShop = {
  readonly url: string;
  /** Where it keeps its database, secrets and mail. */
  readonly dataDir: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker, so that no file meets what one beside it is doing. */
    shops: readonly SharedShop[];
    /** Data of a shop that was filled and stopped, for one test to start it. */
    stoppedShop: string;
  }
}

/** The shop of this worker; all files that it runs share it. */
export function theShop(): SharedShop {
  const worker = Number(process.env.VITEST_POOL_ID);
  const shop = inject('shops')[worker - 1];
  if (shop === undefined) throw new Error(`There is no shop for worker ${worker}`);
  return shop;
}
