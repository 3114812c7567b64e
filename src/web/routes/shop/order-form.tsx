import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/parts/$partsId')({
  component: () => (
    <div className="wrap">
      <h1>Order</h1>
    </div>
  ),
});
