/** Changing one profile. */
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { problemOf } from '#contract/kernel/api-error.ts';
import { pageHead } from '#web/document/head.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { profileQuery } from '#web/features/profiles/profile-queries.ts';
import { ProfileUpdateForm } from '#web/features/profiles/profile-update-form.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import styles from './form-page.module.css';

export const Route = createFileRoute('/dashboard/updateProfile/$uId')({
  head: ({ match }) => pageHead(match.context, { title: 'Update Profile', noIndex: true }),
  component: UpdateProfile,
});

function UpdateProfile() {
  const { uId } = Route.useParams();
  const user = useUser();
  const { data: profile, error, refetch } = useQuery(profileQuery(user.email, uId));
  return (
    <>
      <PageTitle>Update Profile</PageTitle>
      {profile !== undefined && profile !== null ? (
        <div className={styles.sheet}>
          <FactRows>
            <Fact name="Id">
              <CopyText text={profile._id} what="id" whole />
            </Fact>
            <Fact name="Name">{profile.name}</Fact>
            <Fact name="Email">{profile.email}</Fact>
          </FactRows>
          <ProfileUpdateForm key={profile._id} profile={profile} />
        </div>
      ) : error !== null ? (
        <ErrorNotice problem={problemOf(error) ?? undefined} onRetry={() => refetch()} />
      ) : profile === undefined ? (
        <div className={styles.sheet} role="status" aria-label="Loading the profile">
          <Skeleton width="half" />
          <Skeleton />
          <Skeleton />
        </div>
      ) : (
        <EmptyState
          title="There is no such profile"
          action={<ButtonLink to="/dashboard/seeProfile">See Profile</ButtonLink>}
        >
          The address may have lost a letter, or the profile belongs to somebody else.
        </EmptyState>
      )}
    </>
  );
}
