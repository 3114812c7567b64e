/** Who gets the newsletter, who has yet to confirm, and who has left. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { CONFIRM_WITHIN_DAYS, STAY_WITHIN_DAYS } from '#domain/newsletter/subscription.ts';
import { searchWord } from '#web/addresses/search-params.ts';
import { pageHead } from '#web/document/head.ts';
import {
  subscriptionCountsQuery,
  subscriptionsQuery,
  useSubscriptionsExport,
} from '#web/features/newsletter/subscription-queries.ts';
import { SubscriptionsTable } from '#web/features/newsletter/subscriptions-table.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { Segment, Segments } from '#web/ui/segmented.tsx';
import { CsvButton, CsvProblem } from './csv-download.tsx';
import styles from './newsletter.module.css';
import { RowCount, RowList, useRows } from './row-list.tsx';

const VIEWS = [
  {
    show: undefined,
    status: 'subscribed',
    label: 'Subscribed',
    lead: 'Subscribers have confirmed. Every mail to one needs their own way to leave, which the CSV has for your mailing program: “Leave link” and “List-Unsubscribe”.',
    empty: {
      title: 'No subscribers yet',
      words: 'Who asks for the newsletter at the foot of a page and confirms it by mail stands here.',
    },
  },
  {
    show: 'unconfirmed',
    status: 'unconfirmed',
    label: 'Unconfirmed',
    lead: `Addresses that somebody typed. Nothing but the confirmation may be sent to them, and after ${CONFIRM_WITHIN_DAYS} days they are forgotten.`,
    empty: {
      title: 'Nobody has yet to confirm',
      words: 'Who asks for the newsletter stands here until then.',
    },
  },
  {
    show: 'left',
    status: 'left',
    label: 'Left',
    lead: `Readers who have left get no more mail, and can come back by the link that they left by. After ${STAY_WITHIN_DAYS} days they are forgotten.`,
    empty: { title: 'Nobody has left', words: 'Who leaves the newsletter stands here for a while.' },
  },
] as const;
type Show = Exclude<(typeof VIEWS)[number]['show'], undefined>;

export const Route = createFileRoute('/dashboard/_admin/newsletter')({
  validateSearch: (search: Record<string, unknown>): { show?: Show } => {
    const show = searchWord(search.show, ['unconfirmed', 'left']);
    return show === undefined ? {} : { show };
  },
  head: ({ match }) => pageHead(match.context, { title: 'Newsletter', noIndex: true }),
  component: Newsletter,
});

function Newsletter() {
  const { show } = Route.useSearch();
  const { status, lead, empty } = VIEWS.find((candidate) => candidate.show === show) ?? VIEWS[0];
  const list = useInfiniteQuery(subscriptionsQuery(status));
  const counts = useQuery(subscriptionCountsQuery).data;
  const download = useSubscriptionsExport();
  const subscriptions = useRows(list);

  return (
    <>
      <PageTitle
        actions={
          <>
            <div className={styles.views}>
              <Segments label="Show">
                {VIEWS.map(({ show: of, status: holds, label }) => (
                  <Segment
                    key={label}
                    to="/dashboard/newsletter"
                    search={of === undefined ? {} : { show: of }}
                    chosen={of === show}
                    count={counts?.[holds]}
                  >
                    {label}
                  </Segment>
                ))}
              </Segments>
            </div>
            <CsvButton
              download={download}
              isEmpty={subscriptions === undefined || subscriptions.length === 0}
              onClick={() => download.mutate(status)}
            />
          </>
        }
      >
        Newsletter
        <RowCount list={list} />
      </PageTitle>
      <p className={styles.lead}>{lead}</p>
      <CsvProblem download={download} />
      <RowList list={list} called="addresses">
        <SubscriptionsTable
          status={status}
          subscriptions={subscriptions}
          empty={<EmptyState title={empty.title}>{empty.words}</EmptyState>}
        />
      </RowList>
    </>
  );
}
