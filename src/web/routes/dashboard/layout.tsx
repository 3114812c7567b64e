/** The signed-in part of the shop: rendered in the browser only, since the session lives there. */
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { RequireSession } from '#web/features/identity/guards.tsx';

export const Route = createFileRoute('/dashboard')({ ssr: false, component: Dashboard });

function Dashboard() {
  return (
    <RequireSession>
      <Outlet />
    </RequireSession>
  );
}
