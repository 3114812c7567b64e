/** Users and their roles. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { memo, useCallback, useState } from 'react';
import { soughtWords } from '#web/addresses/sought-words.ts';
import { pageHead } from '#web/document/head.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import {
  useMakeAdmin,
  useRemoveUser,
  useResetSecondFactor,
  usersQuery,
} from '#web/features/users/user-queries.ts';
import { type User, UsersTable } from '#web/features/users/users-table.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { Question } from './question.tsx';
import { RowCount, RowList, useRows } from './row-list.tsx';
import { SearchField } from './search-field.tsx';

export const Route = createFileRoute('/dashboard/_admin/allUsers')({
  validateSearch: (search: Record<string, unknown>): { find?: unknown } => search,
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
  // Read here and not at the door, which every page of the shop has, and where the router keeps what is left out.
  const find = soughtWords(Route.useSearch().find);
  const navigate = useNavigate({ from: '/dashboard/allUsers' });
  const reader = useUser();
  const list = useInfiniteQuery({ ...usersQuery(find), placeholderData: keepPreviousData });
  const users = useRows(list);
  const makeAdmin = useMakeAdmin();
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
          <SearchField
            sought={find ?? ''}
            label="Find a user"
            placeholder="Name or email"
            onSeek={(words) => void navigate({ search: { find: words }, replace: true })}
          />
        }
      >
        All Users
        <RowCount list={list} />
      </PageTitle>
      <RowList list={list} called="users">
        <UsersTable
          users={users}
          empty={find === undefined ? <EmptyState title="No users yet" /> : <NobodyFound sought={find} />}
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

function NobodyFound({ sought }: { readonly sought: string }) {
  return (
    <EmptyState
      title={`Nobody found for “${sought}”`}
      action={
        <ButtonLink to="/dashboard/allUsers" search={{}}>
          Show all users
        </ButtonLink>
      }
    >
      Parts of a name or an email are enough; case and accents don’t matter.
    </EmptyState>
  );
}
