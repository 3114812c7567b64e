/** Everybody with an account: who they are, what they may do, and what an admin can change of that. */
import { type ReactNode, useMemo } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Moment } from '#web/ui/numbers.tsx';
import { Tag } from '#web/ui/status.tsx';
import { type Column, indexColumn, Table } from '#web/ui/table.tsx';
import styles from './users-table.module.css';

export type User = {
  readonly _id: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'admin' | 'customer';
  readonly emailVerified: boolean;
  readonly deactivated: boolean;
  readonly secondFactor: boolean;
  readonly createdAt: string;
};

/** What an admin can do to somebody. */
type Acts = {
  readonly onMakeAdmin: (user: User) => void;
  readonly onTakeAdminAway: (user: User) => void;
  readonly onResetSecondFactor: (user: User) => void;
  readonly onRemove: (user: User) => void;
  readonly onLetBackIn: (user: User) => void;
};

export type UsersTableProps = Acts & {
  readonly users: readonly User[] | undefined;
  readonly empty: ReactNode;
  /** The reader's own address: nobody removes themselves here, or takes their own role away. */
  readonly ownEmail: string;
  /** The one to whom something is being done that nobody is asked about before. */
  readonly busyEmail: string | undefined;
};

export function UsersTable({
  users,
  empty,
  ownEmail,
  busyEmail,
  onMakeAdmin,
  onTakeAdminAway,
  onResetSecondFactor,
  onRemove,
  onLetBackIn,
}: UsersTableProps) {
  const columns = useMemo(
    () => columnsWith(ownEmail, { onMakeAdmin, onTakeAdminAway, onResetSecondFactor, onRemove, onLetBackIn }),
    [ownEmail, onMakeAdmin, onTakeAdminAway, onResetSecondFactor, onRemove, onLetBackIn],
  );
  return (
    <Table
      caption="Users"
      className={styles.table}
      columns={columns}
      isChosen={({ email }) => email === busyEmail}
      rows={users}
      rowKey={(user) => user._id}
      rowClassName={(user) => (user.deactivated ? styles.gone : undefined)}
      empty={empty}
    />
  );
}

function columnsWith(ownEmail: string, acts: Acts): readonly Column<User>[] {
  return [
    indexColumn,
    {
      key: 'email',
      head: 'Email',
      rowHeader: true,
      className: styles.email,
      cell: (user) => (
        <>
          {user.email}
          <small>
            {user.name}
            {!user.emailVerified && ' · email not verified'}
          </small>
        </>
      ),
    },
    {
      key: 'role',
      head: 'Role',
      cell: (user) => (
        <span className={styles.tags}>
          <RoleTag user={user} />
          {user.secondFactor && <Tag>second factor</Tag>}
          {user.email === ownEmail && <Tag>you</Tag>}
        </span>
      ),
    },
    {
      key: 'since',
      head: 'Since',
      className: styles.since,
      cell: (user) => <Moment at={user.createdAt} />,
    },
    {
      key: 'make-admin',
      head: <span className="sr">Make Admin</span>,
      align: 'end',
      className: styles.act,
      cell: (user, _, isBusy) => {
        if (user.deactivated) return null;
        if (user.role !== 'admin')
          return <Act label="Make Admin" user={user} busy={isBusy} onPress={acts.onMakeAdmin} />;
        if (user.email === ownEmail) return null;
        return <Act label="Take admin away" user={user} onPress={acts.onTakeAdminAway} />;
      },
    },
    {
      key: 'reset-second-factor',
      head: <span className="sr">Reset second factor</span>,
      align: 'end',
      className: styles.act,
      cell: (user) =>
        user.secondFactor &&
        user.email !== ownEmail && (
          <Act label="Reset factor" user={user} onPress={acts.onResetSecondFactor} />
        ),
    },
    {
      key: 'remove',
      head: <span className="sr">Remove User</span>,
      align: 'end',
      className: styles.act,
      cell: (user, _, isBusy) => {
        if (user.deactivated)
          return <Act label="Let back in" user={user} busy={isBusy} onPress={acts.onLetBackIn} />;
        if (user.email === ownEmail) return null;
        return <Act label="Remove User" user={user} tone="danger" onPress={acts.onRemove} />;
      },
    },
  ];
}

/** Whoever is removed has no role, whatever they were. */
function RoleTag({ user: { role, deactivated } }: { readonly user: User }) {
  if (deactivated) return <Tag tone="bad">removed</Tag>;
  return <Tag tone={role === 'admin' ? 'good' : 'plain'}>{role}</Tag>;
}

function Act({
  label,
  user,
  tone,
  busy,
  onPress,
}: {
  readonly label: string;
  readonly user: User;
  readonly tone?: 'danger';
  readonly busy?: boolean;
  readonly onPress: (user: User) => void;
}) {
  return (
    <Button size="small" tone={tone} busy={busy} onClick={() => onPress(user)}>
      <span>
        {label}
        <span className="sr">: {user.email}</span>
      </span>
    </Button>
  );
}
