/** The database, money, files and backups, as pairs of a name and what is known. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { StatusBody } from '#contract/status.ts';
import { SectionHead } from '#web/ui/headings.tsx';
import { useLocale } from '#web/ui/locale.tsx';
import { Moment, Quantity } from '#web/ui/numbers.tsx';
import { relativeTime } from '#web/ui/relative-time.ts';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import { Size } from './process-table.tsx';
import styles from './status-facts.module.css';
import { spanText } from './words.ts';

export function StatusFacts({ status }: { readonly status: StatusBody }) {
  const { database, payments, imports, backup, mail } = status;
  return (
    <div className={styles.facts}>
      <Part title="Database">
        <Fact name="Answers in">{database.answeredInMs} ms</Fact>
        <Fact name="Size">
          <Size bytes={database.sizeBytes} />
        </Fact>
        <Fact name="Connections">
          <Quantity value={database.connections.used} /> of <Quantity value={database.connections.limit} />
        </Fact>
        {database.disk !== null && (
          <Fact name="Free on its disk">
            <Size bytes={database.disk.freeBytes} /> of <Size bytes={database.disk.totalBytes} />
          </Fact>
        )}
        {database.replica !== null && (
          <Fact name="Replica">
            {database.replica.behindSeconds === null
              ? 'not within reach'
              : `${spanText(database.replica.behindSeconds)} behind`}
          </Fact>
        )}
        <Fact name="PostgreSQL">{database.version}</Fact>
        <Fact name="Migrated to">{database.migration.replaceAll('_', ' ')}</Fact>
      </Part>
      <Part title="Payments">
        <Fact
          name={
            <Link to="/dashboard/allOrders" search={{ show: 'pending' }}>
              Unpaid orders
            </Link>
          }
        >
          <Quantity value={payments.unpaidOrders} />
        </Fact>
        <Fact name="Payments begun">
          <Quantity value={payments.open} />
        </Fact>
        <Fact name="Without an order">
          <Quantity value={payments.stray} />
        </Fact>
        <Fact name="The provider wrote">
          <Ago at={payments.webhookSeenAt} now={status.at} never="not yet" />
        </Fact>
      </Part>
      <Part title="Mail, files, backup">
        <Fact name="Mail goes to">
          {mail.goesTo === 'server' ? 'a mail server' : 'a folder of this machine'}
        </Fact>
        {imports.map(({ id, fileName, state, startedAt }) => (
          <Fact
            key={id}
            name={
              <Link to="/dashboard/importExport" search={{ import: id }}>
                {fileName}
              </Link>
            }
          >
            {state} since <Moment at={startedAt} time />
          </Fact>
        ))}
        {imports.length === 0 && <Fact name="Imports under way">none</Fact>}
        <Fact name={backup?.kind === 'archive' ? 'Log archived' : 'Last backup'}>
          <Ago at={backup?.at ?? null} now={status.at} never="none" />
          {backup?.isVerified === true && ', verified'}
        </Fact>
      </Part>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className={styles.part}>
      <SectionHead title={title} />
      <FactRows>{children}</FactRows>
    </section>
  );
}

function Ago({
  at,
  now,
  never,
}: {
  readonly at: string | null;
  readonly now: string;
  readonly never: string;
}) {
  const locale = useLocale();
  if (at === null) return never;
  return <time dateTime={at}>{relativeTime(at, Date.parse(now), locale)}</time>;
}
