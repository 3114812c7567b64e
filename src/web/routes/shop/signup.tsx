import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/signup')({
  component: () => (
    <div className="wrap">
      <h1>Sign up</h1>
    </div>
  ),
});
