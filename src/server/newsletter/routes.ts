/** The operations of the newsletter. */
import { Email } from '#contract/fields.ts';
import type { Handlers } from '#contract/kernel/operation.ts';
import type { newsletter } from '#contract/newsletter.ts';
import { decodeMomentCursor } from '#domain/paging.ts';
import { isRefusal } from '#domain/refusal.ts';
import { exportedList } from '#server/audit/exported-list.ts';
import type { MailingShop } from '#server/mail/write-mail.ts';
import type { Databases } from '#server/platform/db/database.ts';
import { momentPage } from '#server/platform/page-headers.ts';
import type { Enqueue } from '#server/platform/queue.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { countByStatus, countSubscriptions, listSubscriptions } from './newsletter-store.ts';
import type { NewsletterTokens } from './newsletter-tokens.ts';
import { confirmSubscription, leave, stay, subscribe } from './subscribe.ts';
import { subscriptionsCsv } from './subscriptions-csv.ts';

type Deps = {
  readonly databases: Databases;
  readonly enqueue: Enqueue;
  readonly tokens: NewsletterTokens;
  /** As its mail names it. */
  readonly shop: MailingShop;
  readonly now: () => Date;
};

export function newsletterHandlers({ databases, ...rest }: Deps): Handlers<typeof newsletter, ShopCallers> {
  const deps = { ...rest, db: databases.write };
  return {
    newsletterSubscribe: async ({ body }) => {
      await subscribe(deps, body.email);
      return { accepted: true };
    },
    newsletterConfirm: ({ body }) => confirmSubscription(deps, body.token),
    newsletterLeave: ({ body }) => leave(deps, body.token),
    newsletterStay: ({ body }) => stay(deps, body.token),
    // What is posted says nothing that the address does not.
    newsletterOneClick: async ({ query }) => {
      const left = await leave(deps, query.token);
      return isRefusal(left) ? left : { left: true };
    },
    newsletterForm: async ({ params, form }) => ({ location: await takeStep(deps, params.step, form) }),
    newsletterList: async ({ query }) => {
      const after = decodeMomentCursor(query.cursor);
      const [rows, total] = await Promise.all([
        listSubscriptions(databases.write, query.status, { limit: query.limit + 1, after }),
        countSubscriptions(databases.write, query.status),
      ]);
      const page = momentPage('/newsletter', query, { rows, total }, (row) => ({
        moment: row.requested_at,
        id: row.request_id,
      }));
      return {
        body: page.rows.map((row) => ({
          email: row.email,
          status: row.status,
          requestedAt: row.requested_at.toISOString(),
          confirmedAt: row.confirmed_at?.toISOString() ?? null,
          leftAt: row.left_at?.toISOString() ?? null,
        })),
        headers: page.headers,
      };
    },
    newsletterCounts: async () => {
      const counts = { unconfirmed: 0, subscribed: 0, left: 0 };
      for (const { status, count } of await countByStatus(databases.write)) counts[status] = count;
      return counts;
    },
    newsletterExport: ({ query: { status }, audit }) =>
      exportedList(deps, audit, {
        names: ['newsletter', status],
        narrowedTo: { status },
        bytes: subscriptionsCsv(deps, status),
      }),
  };
}

type Step = 'subscribe' | 'confirm' | 'leave' | 'stay';

/** Takes a step that a form without script asks for, and says which page tells how it ended. */
async function takeStep(
  deps: Parameters<typeof subscribe>[0],
  step: Step,
  form: { readonly address: string; readonly token: string },
): Promise<string> {
  const withToken = (path: string, outcome: string) =>
    `${path}?${new URLSearchParams({ token: form.token, outcome })}`;
  switch (step) {
    case 'subscribe': {
      const email = Email.safeParse(form.address);
      if (!email.success) return `/newsletter?${new URLSearchParams({ outcome: 'wrong-email' })}`;
      await subscribe(deps, email.data);
      return `/newsletter?${new URLSearchParams({ outcome: 'sent' })}`;
    }
    case 'confirm': {
      const confirmed = await confirmSubscription(deps, form.token);
      if (!isRefusal(confirmed)) return '/newsletter/confirm?outcome=confirmed';
      return `/newsletter/confirm?outcome=${confirmed.code === 'TOKEN_EXPIRED' ? 'expired' : 'invalid'}`;
    }
    case 'leave': {
      const left = await leave(deps, form.token);
      return isRefusal(left) ? '/newsletter/leave?outcome=invalid' : withToken('/newsletter/leave', 'left');
    }
    case 'stay': {
      const stayed = await stay(deps, form.token);
      if (!isRefusal(stayed)) return withToken('/newsletter/leave', 'stayed');
      return `/newsletter/leave?outcome=${stayed.code === 'NOT_ON_THE_LIST' ? 'gone' : 'invalid'}`;
    }
  }
}
