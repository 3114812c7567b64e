/** Profiles: one's own, or all for an admin. */
import { createFileRoute } from '@tanstack/react-router';
import { problemOf } from '#contract/kernel/api-error.ts';
import { pageHead } from '#web/document/head.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { profilesQuery } from '#web/features/profiles/profile-queries.ts';
import { ProfilesTable } from '#web/features/profiles/profiles-table.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { RestOfList } from '#web/ui/rest-of-list.tsx';
import { useWholeList } from '#web/whole-list.ts';

export const Route = createFileRoute('/dashboard/seeProfile')({
  head: ({ match }) => pageHead(match.context, { title: 'See Profile', noIndex: true }),
  component: SeeProfile,
});

function SeeProfile() {
  const user = useUser();
  const profiles = useWholeList(profilesQuery(user.email));
  return (
    <>
      <PageTitle>{user.role === 'admin' ? 'Profiles' : 'Your profile'}</PageTitle>
      {profiles.error !== null && profiles.rows === undefined ? (
        <ErrorNotice problem={problemOf(profiles.error) ?? undefined} onRetry={profiles.retry} />
      ) : (
        <>
          <ProfilesTable
            profiles={profiles.rows}
            empty={
              <EmptyState
                title="No profile yet"
                action={
                  <ButtonLink to="/dashboard/profile" tone="signal">
                    Make your profile
                  </ButtonLink>
                }
              >
                A profile says who you are besides your name: education, place, phone, LinkedIn.
              </EmptyState>
            }
          />
          <RestOfList list={profiles} what="profiles" />
        </>
      )}
    </>
  );
}
