/** Making an account; then home. */
import { createFileRoute } from '@tanstack/react-router';
import { pageHead } from '#web/document/head.ts';
import { useLeaveWhenSignedIn } from '#web/features/identity/after-sign-in.ts';
import { SignUpForm } from '#web/features/identity/sign-in-forms.tsx';
import { useShop } from '#web/features/shop/shop-query.ts';
import { googleOf, SignInPage } from './sign-in-page.tsx';

export const Route = createFileRoute('/signup')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: 'Sign Up',
      description: 'An account takes a minute: name, email, password. Then order parts by the case.',
      canonical: '/signup',
    }),
  component: SignUp,
});

function SignUp() {
  const shop = useShop();
  useLeaveWhenSignedIn('/');
  return (
    <SignInPage title="Sign Up" lead="It takes a minute, and nothing but an email." shop={shop}>
      <SignUpForm google={googleOf(shop)} />
    </SignInPage>
  );
}
