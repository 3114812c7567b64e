/** The audit log: when, who, what they did to what, and what that changed. */
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { AuditEntryBody } from '#contract/audit.ts';
import { ACTS, AUDIT_OBJECTS, isAct, isAuditObject } from '#domain/audit/acts.ts';
import { stringifySearch } from '#web/addresses/search-params.ts';
import { useFollowing } from '#web/navigation/use-following.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Moment } from '#web/ui/numbers.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import type { AuditSearch } from './audit-search.ts';
import styles from './audit-table.module.css';
import { ChangedFacts } from './changed-facts.tsx';

type Entry = AuditEntryBody;

/** Values that stand in the row itself; the others are unfolded. */
const SHOWN_FACTS = 3;

export function AuditTable({
  entries,
  empty,
}: {
  readonly entries: readonly Entry[] | undefined;
  readonly empty: ReactNode;
}) {
  const [openId, setOpenId] = useState<string>();
  const columns = useMemo(() => columnsWith((id) => setOpenId((now) => (now === id ? undefined : id))), []);
  return (
    <div {...useFollowing()}>
      <Table
        caption="Audit log, newest first"
        className={styles.table}
        columns={columns}
        isChosen={(entry) => entry._id === openId}
        rows={entries}
        rowKey={(entry) => entry._id}
        rowDetails={(entry) => (entry._id === openId ? <Details entry={entry} /> : undefined)}
        empty={empty}
        skeletonRows={10}
      />
    </div>
  );
}

// Links are plain, and all followed by one listener: a hundred of the router's take longer than the rest of the page.
const logPath = (search: AuditSearch) => `/dashboard/auditLog${stringifySearch(search)}`;

function columnsWith(onToggle: (id: string) => void): readonly Column<Entry>[] {
  return [
    {
      key: 'when',
      head: 'When',
      phoneLabel: '',
      className: styles.when,
      cell: (entry) => <Moment at={entry.at} time />,
    },
    {
      key: 'who',
      head: 'Who',
      phoneLabel: '',
      className: styles.who,
      cell: (entry) => (
        <>
          <Author by={entry.by} />
          {entry.address !== '' && <small>{entry.address}</small>}
        </>
      ),
    },
    {
      key: 'what',
      head: 'What',
      rowHeader: true,
      className: styles.what,
      cell: (entry) => (
        <>
          {isAct(entry.act) ? ACTS[entry.act] : entry.act}
          {entry.object !== null && (
            <small>
              <ObjectLink object={entry.object} />
            </small>
          )}
        </>
      ),
    },
    {
      key: 'change',
      head: 'Change',
      phoneLabel: '',
      className: styles.change,
      cell: (entry, _, isOpen) =>
        !isOpen && <ChangedFacts before={entry.before} after={entry.after} most={SHOWN_FACTS} />,
    },
    {
      key: 'details',
      head: <span className="sr">Details</span>,
      align: 'end',
      className: styles.act,
      cell: (entry, _, isOpen) => (
        <Button
          size="small"
          tone="bare"
          aria-expanded={isOpen}
          aria-label={`Details of entry ${entry._id}`}
          onClick={() => onToggle(entry._id)}
        >
          <ChevronRight className={styles.chevron} aria-hidden="true" />
        </Button>
      ),
    },
  ];
}

const AUTHORS = { nobody: 'A visitor', command: 'Command line', shop: 'The shop itself' } as const;

function Author({ by }: { readonly by: Entry['by'] }) {
  if (by.kind !== 'person') return <span className={styles.quiet}>{AUTHORS[by.kind]}</span>;
  if (by.email === null) return <span className={styles.quiet}>Somebody who is gone</span>;
  return (
    <a href={logPath({ person: by.email })} title={by.name ?? undefined}>
      {by.email}
    </a>
  );
}

/** What it was done to, as a link to where it is. */
function ObjectLink({ object }: { readonly object: NonNullable<Entry['object']> }) {
  const { kind, id, label, email } = object;
  switch (kind) {
    case 'part':
      return <a href={`/dashboard/editProduct/${id}`}>{label ?? `Part ${id}`}</a>;
    case 'order':
      return <a href={`/dashboard/order/${id}`}>{label ?? id}</a>;
    case 'user':
    case 'account':
      return email === null ? (
        'An account that is no user yet, or gone'
      ) : (
        <a href={logPath({ person: email })}>{email}</a>
      );
    case 'import':
      return <a href="/dashboard/importExport">{label ?? 'Import'}</a>;
    case 'review':
      return <a href="/dashboard/manageReviews">Review {id}</a>;
    case 'picture':
      return (
        <a href={id} target="_blank" rel="noreferrer">
          {id}
        </a>
      );
    default: {
      const name = isAuditObject(kind) ? AUDIT_OBJECTS[kind] : kind;
      return `${name} ${label ?? id}`;
    }
  }
}

function Details({ entry }: { readonly entry: Entry }) {
  const { before, after, object } = entry;
  return (
    <div className={styles.details}>
      <ChangedFacts before={before} after={after} />
      <dl className={styles.origin}>
        <Detail name="Moment">
          <time dateTime={entry.at}>{entry.at}</time>
        </Detail>
        <Detail name="Address">{entry.address || '–'}</Detail>
        <Detail name="Browser">{entry.userAgent || '–'}</Detail>
        {entry.requestId !== '' && (
          <Detail name="Request">
            <CopyText text={entry.requestId} what="id of the request" whole />
          </Detail>
        )}
        {object !== null && (
          <Detail name="Everything about it">
            <a
              href={logPath({
                objectId: object.id,
                ...(isAuditObject(object.kind) && { object: object.kind }),
              })}
            >
              All entries
            </a>
          </Detail>
        )}
      </dl>
    </div>
  );
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
