/** The newsletter's addresses as a file for a mailing program. */
import type { SubscriptionStatus } from '#domain/newsletter/subscription.ts';
import { type CsvRow, csvBytes } from '#server/catalogue/export/csv-bytes.ts';
import type { MailingShop } from '#server/mail/write-mail.ts';
import type { Db } from '#server/platform/db/database.ts';
import { waysToLeave } from './newsletter-mail.ts';
import { listSubscriptions } from './newsletter-store.ts';
import type { NewsletterTokens } from './newsletter-tokens.ts';

type Deps = { readonly db: Db; readonly tokens: NewsletterTokens; readonly shop: MailingShop };
type Subscription = Awaited<ReturnType<typeof listSubscriptions>>[number];

const COLUMNS = ['Email', 'Status', 'Asked for', 'Confirmed', 'Left', 'Leave link', 'List-Unsubscribe'];
const BATCH_ROWS = 1_000;

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
  for (let after: { readonly moment: string; readonly id: string } | undefined; ; ) {
    const subscriptions = await listSubscriptions(deps.db, status, { limit: BATCH_ROWS, after });
    yield subscriptions.map((subscription) => csvRow(deps, subscription));
    const last = subscriptions.at(-1);
    if (last === undefined || subscriptions.length < BATCH_ROWS) return;
    after = { moment: last.requested_at.toISOString(), id: last.request_id };
  }
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
