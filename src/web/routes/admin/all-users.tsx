/** Users and their roles. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { memo, useCallback, useState } from 'react';
import { soughtWords } from '#web/addresses/sought-words.ts';
import { pageHead } from '#web/document/head.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import {
  useLetBackIn,
  useMakeAdmin,
  useRemoveUser,
  useResetSecondFactor,
  usersQuery,
  useTakeAdminAway,
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
  const takeAway = useTakeAdminAway();
  const [demoted, setDemoted] = useState<User>();
  return (
    <>
      <UserList onRemove={setLeaving} onResetSecondFactor={setLosing} onTakeAdminAway={setDemoted} />
      <Question
        about={leaving}
        mutation={remove}
        title="Are you sure?"
        confirmLabel="Remove User"
        kept="The account is as it was."
        onClose={() => setLeaving(undefined)}
      >
        {({ name, email, role }) =>
          `${name} (${email}) can no longer sign in, from this moment on${role === 'admin' ? ', and is no admin any more' : ''}. Their orders and reviews stay, and they can be let back in.`
        }
      </Question>
      <Question
        about={demoted}
        mutation={takeAway}
        title="Take the role of admin away?"
        confirmLabel="Take admin away"
        kept="The role is as it was."
        onClose={() => setDemoted(undefined)}
      >
        {({ name, email }) =>
          `${name} (${email}) is a customer again, from this moment on: what admins see and do here is closed to them. They can be made an admin again.`
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
  onTakeAdminAway,
}: {
  readonly onRemove: (user: User) => void;
  readonly onResetSecondFactor: (user: User) => void;
  readonly onTakeAdminAway: (user: User) => void;
}) {
  // Read here and not at the door, which every page of the shop has, and where the router keeps what is left out.
  const find = soughtWords(Route.useSearch().find);
  const navigate = useNavigate({ from: '/dashboard/allUsers' });
  const reader = useUser();
  const list = useInfiniteQuery({ ...usersQuery(find), placeholderData: keepPreviousData });
  const users = useRows(list);
  const makeAdmin = useMakeAdmin();
  const letBackIn = useLetBackIn();
  const busyEmail = [makeAdmin, letBackIn].find(({ isPending }) => isPending)?.variables;
  const isBusy = busyEmail !== undefined;
  const { mutate: mutateAdmin } = makeAdmin;
  const onMakeAdmin = useCallback(
    ({ email }: User) => {
      if (!isBusy) mutateAdmin(email);
    },
    [mutateAdmin, isBusy],
  );
  const { mutate: mutateBackIn } = letBackIn;
  const onLetBackIn = useCallback(
    ({ email }: User) => {
      if (!isBusy) mutateBackIn(email);
    },
    [mutateBackIn, isBusy],
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
          busyEmail={busyEmail}
          onMakeAdmin={onMakeAdmin}
          onTakeAdminAway={onTakeAdminAway}
          onResetSecondFactor={onResetSecondFactor}
          onRemove={onRemove}
          onLetBackIn={onLetBackIn}
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
