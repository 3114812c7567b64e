import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/portfolio')({
  component: () => (
    <div className="wrap">
      <h1>Portfolio</h1>
    </div>
  ),
});
