/** "Update Profile" without an id: one's own, or the form for a first one. */
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Navigate } from '@tanstack/react-router';
import { problemOf } from '#contract/kernel/api-error.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { ownProfileQuery } from '#web/features/profiles/profile-queries.ts';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export const Route = createFileRoute('/dashboard/updateProfile')({ component: UpdateOwnProfile });

function UpdateOwnProfile() {
  const user = useUser();
  const own = useQuery(ownProfileQuery(user.email));
  if (own.data === null) return <Navigate to="/dashboard/profile" replace />;
  if (own.data !== undefined) {
    return <Navigate to="/dashboard/updateProfile/$uId" params={{ uId: own.data._id }} replace />;
  }
  if (own.isError) {
    return <ErrorNotice problem={problemOf(own.error) ?? undefined} onRetry={() => own.refetch()} />;
  }
  return <Spinner page label="Looking for your profile" />;
}
