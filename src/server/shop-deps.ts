/** What the use cases of the shop are given. Each names the few that it needs with `Pick<ShopDeps, …>`. */
import type { ExchangeRate } from '#domain/pricing/exchange.ts';
import type { PaymentProvider } from '#server/payments/payment-provider.ts';
import type { Databases } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Enqueue, JobStatement } from '#server/platform/queue.ts';

export type ShopDeps = {
  readonly databases: Databases;
  readonly enqueue: Enqueue;
  readonly jobStatement: JobStatement;
  readonly payments: PaymentProvider;
  readonly exchange: ExchangeRate;
  readonly log: Log;
  /** The shop's clock. SQL gets the time as a parameter, too, so that one clock rules. */
  readonly now: () => Date;
  readonly orderExpiryMinutes: number;
  readonly maxUnpaidOrders: number;
};
