/** The newsletter's addresses as a file for a mailing program. */
import type { SubscriptionStatus } from '#domain/newsletter/subscription.ts';
import type { MailingShop } from '#server/mail/write-mail.ts';
import { batchesByMoment } from '#server/platform/batches-by-moment.ts';
import { type CsvRow, csvBytes } from '#server/platform/csv-bytes.ts';
import type { Db } from '#server/platform/db/database.ts';
import { waysToLeave } from './newsletter-mail.ts';
import { listSubscriptions } from './newsletter-store.ts';
import type { NewsletterTokens } from './newsletter-tokens.ts';

type Deps = { readonly db: Db; readonly tokens: NewsletterTokens; readonly shop: MailingShop };
type Subscription = Awaited<ReturnType<typeof listSubscriptions>>[number];

const COLUMNS = ['Email', 'Status', 'Asked for', 'Confirmed', 'Left', 'Leave link', 'List-Unsubscribe'];

/** All addresses that the list shows for a status, newest first, a line each; read while they are sent. */
export function subscriptionsCsv(
  deps: Deps,
  status: SubscriptionStatus | undefined,
): AsyncIterable<Uint8Array> {
  return csvBytes(COLUMNS, batches(deps, status));
}

async function* batches(
  deps: Deps,
  status: SubscriptionStatus | undefined,
): AsyncGenerator<readonly CsvRow[]> {
  const read = (page: Parameters<typeof listSubscriptions>[2]) => listSubscriptions(deps.db, status, page);
  const placeOf = ({ requested_at: moment, request_id: id }: Subscription) => ({ moment, id });
  for await (const subscriptions of batchesByMoment(read, placeOf))
    yield subscriptions.map((subscription) => csvRow(deps, subscription));
}

function csvRow({ tokens, shop }: Deps, { email, status, ...since }: Subscription): CsvRow {
  // Nobody else may be written to.
  const ways = status === 'subscribed' ? waysToLeave(shop, tokens.leave.seal({ email })) : undefined;
  return {
    Email: email,
    Status: status,
    'Asked for': since.requested_at.toISOString(),
    Confirmed: since.confirmed_at?.toISOString() ?? null,
    Left: since.left_at?.toISOString() ?? null,
    'Leave link': ways?.pageUrl ?? null,
    'List-Unsubscribe': ways?.oneClickUrl ?? null,
  };
}
