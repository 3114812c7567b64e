import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/catalogue/$brand/$partNumber')({
  component: () => (
    <div className="wrap">
      <h1>Part</h1>
    </div>
  ),
});
