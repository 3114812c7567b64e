/** Signing in; then back to where it was asked for, or home. */
import { createFileRoute } from '@tanstack/react-router';
import { pageHead } from '#web/document/head.ts';
import { useLeaveWhenSignedIn, useOrigin } from '#web/features/identity/after-sign-in.ts';
import { LoginForm } from '#web/features/identity/sign-in-forms.tsx';
import { useShop } from '#web/features/shop/shop-query.ts';
import { googleOf, SignInPage } from './sign-in-page.tsx';

export const Route = createFileRoute('/login')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: 'Login',
      description: 'Sign in to order parts and to see your orders.',
      canonical: '/login',
    }),
  component: Login,
});

function Login() {
  const shop = useShop();
  const origin = useOrigin();
  useLeaveWhenSignedIn(origin ?? '/');
  return (
    <SignInPage title="Login" lead={leadOf(origin)} shop={shop}>
      <LoginForm google={googleOf(shop)} />
    </SignInPage>
  );
}

function leadOf(origin: string | undefined): string {
  if (origin?.startsWith('/parts/') === true) return 'Then you go on with your order for this part.';
  if (origin?.startsWith('/dashboard') === true) return 'Then you go on to your dashboard.';
  return 'To order parts and to see your orders.';
}
