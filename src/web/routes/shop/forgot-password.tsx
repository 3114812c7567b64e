/** Asking for a link that sets a new password. */
import { createFileRoute } from '@tanstack/react-router';
import { pageHead } from '#web/document/head.ts';
import { ForgotPasswordForm } from '#web/features/identity/password-forms.tsx';
import { useShop } from '#web/features/shop/shop-query.ts';
import { SignInPage } from './sign-in-page.tsx';

export const Route = createFileRoute('/forgot-password')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: 'Forgot your password?',
      description: 'Have a link mailed with which you choose a new password.',
      canonical: '/forgot-password',
    }),
  component: ForgotPassword,
});

function ForgotPassword() {
  return (
    <SignInPage
      title="Forgot your password?"
      lead="We mail you a link with which you choose a new one."
      shop={useShop()}
    >
      <ForgotPasswordForm />
    </SignInPage>
  );
}
