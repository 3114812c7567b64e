/** Making one's own profile. */
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { pageHead } from '#web/document/head.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { UnverifiedEmailNote } from '#web/features/identity/unverified-email-note.tsx';
import { ProfileForm } from '#web/features/profiles/profile-form.tsx';
import { ownProfileQuery } from '#web/features/profiles/profile-queries.ts';
import { PageTitle } from '#web/ui/headings.tsx';
import { Note } from '#web/ui/notices.tsx';
import { Fact, FactRows } from '#web/ui/rows.tsx';
import styles from './form-page.module.css';

export const Route = createFileRoute('/dashboard/profile')({
  head: ({ match }) => pageHead(match.context, { title: 'My Profile', noIndex: true }),
  component: MyProfile,
});

function MyProfile() {
  const user = useUser();
  const own = useQuery(ownProfileQuery(user.email));
  return (
    <>
      <PageTitle>My Profile</PageTitle>
      <div className={styles.sheet}>
        <FactRows>
          <Fact name="Name">{user.name}</Fact>
          <Fact name="Email">{user.email}</Fact>
        </FactRows>
        <UnverifiedEmailNote />
        {own.data !== undefined && own.data !== null && (
          <Note>
            <p>
              You have a profile already.{' '}
              <Link to="/dashboard/updateProfile/$uId" params={{ uId: own.data._id }}>
                Update it
              </Link>{' '}
              or <Link to="/dashboard/seeProfile">see it</Link>.
            </p>
          </Note>
        )}
        <ProfileForm name={user.name} email={user.email} />
      </div>
    </>
  );
}
