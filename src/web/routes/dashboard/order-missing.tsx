/** An order that is not there for the reader, and the way back to those that are. */
import { Link } from '@tanstack/react-router';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/notices.tsx';

export function OrdersLink({ isAdmin }: { readonly isAdmin: boolean }) {
  return isAdmin ? (
    <Link to="/dashboard/allOrders">All Orders</Link>
  ) : (
    <Link to="/dashboard/myorder">My Order</Link>
  );
}

export function NoSuchOrder({ isAdmin }: { readonly isAdmin: boolean }) {
  return (
    <EmptyState
      title="There is no such order"
      action={
        isAdmin ? (
          <ButtonLink to="/dashboard/allOrders">To all orders</ButtonLink>
        ) : (
          <ButtonLink to="/dashboard/myorder">To your orders</ButtonLink>
        )
      }
    >
      {isAdmin
        ? 'The address may have lost a letter.'
        : 'The address may have lost a letter, or the order belongs to another account.'}
    </EmptyState>
  );
}
