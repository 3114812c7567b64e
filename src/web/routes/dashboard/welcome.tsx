/** What the dashboard opens with. */
import { createFileRoute } from '@tanstack/react-router';
import { useUser } from '#web/features/identity/guards.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { BuyerWelcome } from './welcome-buyer.tsx';
import { OwnerWelcome } from './welcome-owner.tsx';

export const Route = createFileRoute('/dashboard/')({ component: Welcome });

function Welcome() {
  const user = useUser();
  return (
    <>
      <PageTitle>Welcome, {user.name}</PageTitle>
      {user.role === 'admin' ? <OwnerWelcome /> : <BuyerWelcome />}
    </>
  );
}
