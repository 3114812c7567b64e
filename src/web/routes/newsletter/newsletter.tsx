/** The newsletter's own page: its form, and how a form that was sent without script ended. */
import { createFileRoute } from '@tanstack/react-router';
import { searchWord } from '#web/addresses/search-params.ts';
import { pageHead } from '#web/document/head.ts';
import { SentNote } from '#web/features/newsletter/subscribe.tsx';
import { SubscribeForm } from '#web/features/newsletter/subscribe-form.tsx';
import { useShop } from '#web/features/shop/shop-query.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './newsletter.module.css';

const OUTCOMES = ['sent', 'wrong-email'] as const;

export const Route = createFileRoute('/newsletter')({
  validateSearch: (search: Record<string, unknown>): { outcome?: (typeof OUTCOMES)[number] | undefined } => ({
    outcome: searchWord(search.outcome, OUTCOMES),
  }),
  head: ({ match }) =>
    pageHead(match.context, {
      title: 'Newsletter',
      description: 'New part ranges, vehicles covered and stock that is back, by mail. Leave by one click.',
      canonical: '/newsletter',
    }),
  component: Newsletter,
});

function Newsletter() {
  const { outcome } = Route.useSearch();
  const keepsMailInFolder = useShop().mail === 'folder';
  return (
    <div className={classNames('wrap', styles.page)}>
      {outcome === 'sent' ? (
        <>
          <h1>Almost done</h1>
          <SentNote keepsMailInFolder={keepsMailInFolder} />
        </>
      ) : (
        <>
          <h1>News from the counter</h1>
          <p>
            New part ranges, vehicles that we cover, parts that are back in stock: a mail when there is
            something worth a mechanic’s time, and none when there is not. You confirm by a link that we send
            you, and leave by one click in any mail.
          </p>
          <div className={styles.form}>
            <SubscribeForm
              keepsMailInFolder={keepsMailInFolder}
              error={outcome === 'wrong-email' ? 'Provide a valid Email' : undefined}
            />
          </div>
        </>
      )}
    </div>
  );
}
