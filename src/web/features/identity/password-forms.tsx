/** The forms of a forgotten password: asking for the link, and choosing a new one. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/toasts.ts';
import { failureText } from './failure-text.ts';
import { identityClient, type PasswordLink } from './identity-client.ts';
import { EmailField, NewPasswordField } from './identity-fields.tsx';
import { IdentityForm } from './identity-form.tsx';
import { refreshSession } from './session.ts';
import styles from './sign-in-forms.module.css';
import { signInRules } from './sign-in-rules.ts';
import { takeTypedEmail } from './typed-email.ts';

/** Asks for the mail, and then says where to look; the same for an address that nobody has. */
export function ForgotPasswordForm() {
  const [email] = useState(takeTypedEmail);
  const form = useForm({ defaultValues: { email } });
  const asking = useMutation({
    mutationFn: async (email: string) => (await identityClient()).sendPasswordReset(email),
  });
  const { errors } = form.formState;
  if (asking.isSuccess) {
    return (
      <div className={styles.done} role="status">
        <h2>Look into your mail</h2>
        <p>
          If <b>{asking.variables}</b> has an account here, a mail with a link is on its way. The link is good
          for an hour.
        </p>
        <p>Nothing there after a few minutes? Look into the folder for spam, or try again.</p>
        <p className={styles.ways}>
          <Button onClick={() => asking.reset()}>Try again</Button>
        </p>
        <BackToLogin />
      </div>
    );
  }
  return (
    <>
      <PasswordFrame
        label="Send the link"
        isBusy={asking.isPending}
        failure={asking.error}
        onSubmit={form.handleSubmit(({ email }) => asking.mutate(email.trim()))}
      >
        <EmailField registration={form.register('email', signInRules.email)} error={errors.email?.message} />
      </PasswordFrame>
      <BackToLogin />
    </>
  );
}

/**
 * Sets a new password with the code of a link that is good, for the account `email`. `onEnd` is told how that ended: the
 * link may have been used or run out while this was shown.
 */
export function NewPasswordForm({
  code,
  email,
  onEnd,
}: {
  readonly code: string;
  readonly email: string;
  readonly onEnd: (link: PasswordLink) => void;
}) {
  const form = useForm({ defaultValues: { password: '' } });
  const { errors } = form.formState;
  const setting = useMutation({
    async mutationFn(password: string): Promise<PasswordLink> {
      const { passwordLinks } = await identityClient();
      if (passwordLinks === null) return { ok: false, reason: 'invalid' };
      const link = await passwordLinks.setPassword(code, password);
      // Whoever is signed in here with this account is not any more.
      if (link.ok) await refreshSession();
      return link;
    },
    onSuccess(link) {
      if (link.ok) notify.success('Your password is changed. Login with the new one.');
      onEnd(link);
    },
  });
  return (
    <PasswordFrame
      label="Set the password"
      isBusy={setting.isPending}
      failure={setting.error}
      onSubmit={form.handleSubmit(({ password }) => setting.mutate(password))}
    >
      {/* For the browser, which keeps the new password under this name. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField
        label="New password"
        registration={form.register('password', signInRules.password)}
        error={errors.password?.message}
      />
    </PasswordFrame>
  );
}

function PasswordFrame({
  label,
  isBusy,
  failure,
  onSubmit,
  children,
}: {
  readonly label: string;
  readonly isBusy: boolean;
  readonly failure: unknown;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}) {
  return (
    <>
      <IdentityForm
        label={label}
        isBusy={isBusy}
        onSubmit={onSubmit}
        outcome={!isBusy && failure !== null && <p className={styles.failure}>{failureText(failure)}</p>}
      >
        {children}
      </IdentityForm>
      <noscript>
        <p>Setting a password needs JavaScript. The catalogue can be read without it.</p>
      </noscript>
    </>
  );
}

function BackToLogin() {
  return (
    <p className={styles.under}>
      Know it after all?{' '}
      <Link to="/login" state={(state) => state}>
        Login
      </Link>
    </p>
  );
}
