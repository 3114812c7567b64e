/** What the dashboard opens with. */
import { createFileRoute } from '@tanstack/react-router';
import { useUser } from '#web/features/identity/guards.tsx';
import { PageTitle } from '#web/ui/headings.tsx';

export const Route = createFileRoute('/dashboard/')({ component: Welcome });

function Welcome() {
  const user = useUser();
  return (
    <div className="wrap">
      <PageTitle>Welcome, {user.name}</PageTitle>
    </div>
  );
}
