import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/')({
  component: () => (
    <div className="wrap">
      <h1>Home</h1>
    </div>
  ),
});
