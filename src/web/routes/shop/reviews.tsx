import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/reviews')({
  component: () => (
    <div className="wrap">
      <h1>Reviews</h1>
    </div>
  ),
});
