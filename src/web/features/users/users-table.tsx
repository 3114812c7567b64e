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

export type UsersTableProps = {
  readonly users: readonly User[] | undefined;
  readonly empty: ReactNode;
  /** The reader's own address: nobody removes themselves here. */
  readonly ownEmail: string;
  /** The one whose role is being changed. */
  readonly busyEmail: string | undefined;
  readonly onMakeAdmin: (user: User) => void;
  readonly onRemove: (user: User) => void;
  readonly onResetSecondFactor: (user: User) => void;
};

export function UsersTable({
  users,
  empty,
  ownEmail,
  busyEmail,
  onMakeAdmin,
  onRemove,
  onResetSecondFactor,
}: UsersTableProps) {
  const columns = useMemo(
    () => columnsWith({ ownEmail, onMakeAdmin, onRemove, onResetSecondFactor }),
    [ownEmail, onMakeAdmin, onRemove, onResetSecondFactor],
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

function columnsWith({
  ownEmail,
  onMakeAdmin,
  onRemove,
  onResetSecondFactor,
}: Omit<UsersTableProps, 'users' | 'empty' | 'busyEmail'>): readonly Column<User>[] {
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
          <Tag tone={user.role === 'admin' ? 'good' : 'plain'}>{user.role}</Tag>
          {user.secondFactor && <Tag>second factor</Tag>}
          {user.email === ownEmail && <Tag>you</Tag>}
          {user.deactivated && <Tag tone="bad">removed</Tag>}
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
      cell: (user, _, isBusy) =>
        user.role !== 'admin' &&
        !user.deactivated && (
          <Button size="small" busy={isBusy} onClick={() => onMakeAdmin(user)}>
            <span>
              Make Admin<span className="sr">: {user.email}</span>
            </span>
          </Button>
        ),
    },
    {
      key: 'reset-second-factor',
      head: <span className="sr">Reset second factor</span>,
      align: 'end',
      className: styles.act,
      cell: (user) =>
        user.secondFactor &&
        user.email !== ownEmail && (
          <Button size="small" onClick={() => onResetSecondFactor(user)}>
            <span>
              Reset factor<span className="sr">: {user.email}</span>
            </span>
          </Button>
        ),
    },
    {
      key: 'remove',
      head: <span className="sr">Remove User</span>,
      align: 'end',
      className: styles.act,
      cell: (user) =>
        user.email !== ownEmail &&
        !user.deactivated && (
          <Button size="small" tone="danger" onClick={() => onRemove(user)}>
            <span>
              Remove User<span className="sr">: {user.email}</span>
            </span>
          </Button>
        ),
    },
  ];
}
