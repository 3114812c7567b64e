/** Vendure in production: one process, its own search and its own queue of jobs, and nothing that is for development. */
import {
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSearchPlugin,
  dummyPaymentHandler,
  LogLevel,
} from '@vendure/core';

const { DATABASE_URL, PORT } = process.env;

/** @type {import('@vendure/core').VendureConfig} */
export const config = {
  apiOptions: { hostname: '127.0.0.1', port: Number(PORT), introspection: false, cors: false },
  authOptions: {
    tokenMethod: 'bearer',
    superadminCredentials: { identifier: 'owner', password: 'owner-of-bench' },
  },
  dbConnectionOptions: { type: 'postgres', url: DATABASE_URL, synchronize: false, logging: false },
  // Pictures have addresses already. Nobody uploads any, which is all that is missing here.
  assetOptions: { assetStorageStrategy: { toAbsoluteUrl: (_request, address) => address } },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  plugins: [
    DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
    // What an order does to the stock waits for the owner to bring the index up to date, as Vendure advises for large catalogues.
    DefaultSearchPlugin.init({ bufferUpdates: true, indexStockStatus: true }),
  ],
};
