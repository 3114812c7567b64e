/** Profiles, each with the way to change it. */
import type { ReactNode } from 'react';
import { ButtonLink } from '#web/ui/button.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import styles from './profiles-table.module.css';

type Profile = {
  readonly _id: string;
  readonly name: string;
  readonly email: string;
  readonly education: string;
  readonly location: string;
  readonly linkdin: string;
};

export function ProfilesTable({
  profiles,
  empty,
}: {
  readonly profiles: readonly Profile[] | undefined;
  readonly empty: ReactNode;
}) {
  return (
    <Table
      caption="Profiles"
      className={styles.table}
      columns={COLUMNS}
      rows={profiles}
      rowKey={(profile) => profile._id}
      empty={empty}
      skeletonRows={3}
    />
  );
}

const COLUMNS: readonly Column<Profile>[] = [
  { key: 'name', head: 'Name', rowHeader: true, cell: ({ name }) => name },
  { key: 'email', head: 'Email', cell: ({ email }) => <span className={styles.email}>{email}</span> },
  { key: 'education', head: 'Education', cell: ({ education }) => orNone(education) },
  { key: 'location', head: 'Location', cell: ({ location }) => orNone(location) },
  { key: 'linkedin', head: 'LinkedIn', cell: ({ linkdin }) => <LinkedIn place={linkdin} /> },
  {
    key: 'update',
    head: <span className="sr">Update</span>,
    align: 'end',
    cell: ({ _id, name }) => (
      <ButtonLink to="/dashboard/updateProfile/$uId" params={{ uId: _id }} size="small">
        <span>
          Update<span className="sr"> the profile of {name}</span>
        </span>
      </ButtonLink>
    ),
  },
];

function orNone(text: string): ReactNode {
  return text === '' ? <span className="faint">–</span> : text;
}

/** A link where it is an address at LinkedIn; anything else that was typed is shown as text. */
function LinkedIn({ place }: { readonly place: string }) {
  const path = /^(?:https?:\/\/)?(?:[a-z]+\.)?linkedin\.com\/(\S+)$/i.exec(place)?.[1];
  if (path === undefined) return orNone(place);
  return (
    <a href={`https://www.linkedin.com/${path}`} target="_blank" rel="noreferrer">
      {path.replace(/\/$/, '')}
    </a>
  );
}
