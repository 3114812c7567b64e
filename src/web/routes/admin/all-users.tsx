/** Users and their roles. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { memo, useCallback, useMemo, useState } from 'react';
import { pageHead } from '#web/document/head.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import {
  useMakeAdmin,
  useRemoveUser,
  useResetSecondFactor,
  usersQuery,
} from '#web/features/users/user-queries.ts';
import { type User, UsersTable } from '#web/features/users/users-table.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import styles from './lists.module.css';
import { Question } from './question.tsx';
import { RowCount, RowList, useRows } from './row-list.tsx';

export const Route = createFileRoute('/dashboard/_admin/allUsers')({
  head: ({ match }) => pageHead(match.context, { title: 'Make Admin', noIndex: true }),
  component: AllUsers,
});

function AllUsers() {
  const remove = useRemoveUser();
  const [leaving, setLeaving] = useState<User>();
  const reset = useResetSecondFactor();
  const [losing, setLosing] = useState<User>();
  return (
    <>
      <UserList onRemove={setLeaving} onResetSecondFactor={setLosing} />
      <Question
        about={leaving}
        mutation={remove}
        title="Are you sure?"
        confirmLabel="Remove User"
        kept="The account is as it was."
        onClose={() => setLeaving(undefined)}
      >
        {({ name, email }) =>
          `${name} (${email}) can no longer sign in, from this moment on. Their orders and reviews stay.`
        }
      </Question>
      <Question
        about={losing}
        mutation={reset}
        title="Take the second factor away?"
        confirmLabel="Reset factor"
        kept="The second factor is as it was."
        onClose={() => setLosing(undefined)}
      >
        {({ name, email }) =>
          `Make sure that it is ${name} (${email}) who asks, by a way that you know. All of their devices are signed out, the password alone lets them in again, and they are told by mail.`
        }
      </Question>
    </>
  );
}

/** Apart from the questions, which so open without the list being gone through. */
const UserList = memo(function UserList({
  onRemove,
  onResetSecondFactor,
}: {
  readonly onRemove: (user: User) => void;
  readonly onResetSecondFactor: (user: User) => void;
}) {
  const reader = useUser();
  const list = useInfiniteQuery(usersQuery);
  const users = useRows(list);
  const makeAdmin = useMakeAdmin();
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const shown = useMemo(
    () => users?.filter(({ email, name }) => email.includes(wanted) || name.toLowerCase().includes(wanted)),
    [users, wanted],
  );
  const { mutate: mutateAdmin, isPending: isMakingAdmin } = makeAdmin;
  const onMakeAdmin = useCallback(
    ({ email }: User) => {
      if (!isMakingAdmin) mutateAdmin(email);
    },
    [mutateAdmin, isMakingAdmin],
  );
  return (
    <>
      <PageTitle
        actions={
          <TextInput
            type="search"
            className={styles.search}
            aria-label="Find a user"
            placeholder="Name or email"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        }
      >
        All Users
        <RowCount list={list} />
      </PageTitle>
      <RowList list={list} called="users" aside={wanted === '' ? undefined : ', looked through'}>
        <UsersTable
          users={shown}
          empty={
            <EmptyState
              title="Nobody by that name"
              action={<Button onClick={() => setWords('')}>Show all users</Button>}
            />
          }
          ownEmail={reader.email}
          busyEmail={makeAdmin.isPending ? makeAdmin.variables : undefined}
          onMakeAdmin={onMakeAdmin}
          onRemove={onRemove}
          onResetSecondFactor={onResetSecondFactor}
        />
      </RowList>
    </>
  );
});
