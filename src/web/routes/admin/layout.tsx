/** Pages for admins; anybody else is signed out and sent to the login. */
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { RequireAdmin } from '#web/features/identity/guards.tsx';

export const Route = createFileRoute('/dashboard/_admin')({
  component: () => (
    <RequireAdmin>
      <Outlet />
    </RequireAdmin>
  ),
});
