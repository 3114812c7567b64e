import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/login')({
  component: () => (
    <div className="wrap">
      <h1>Login</h1>
    </div>
  ),
});
