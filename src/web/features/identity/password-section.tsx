/** Changing one's password, by the present one. */
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { SectionHead } from '#web/ui/headings.tsx';
import { notify } from '#web/ui/toasts.ts';
import { type SecurityBody, useSecurityAct } from './account-security.ts';
import { failureText } from './failure-text.ts';
import { CodeField, NewPasswordField, PresentPasswordField } from './identity-fields.tsx';
import { IdentityForm } from './identity-form.tsx';
import styles from './security.module.css';
import { signInRules } from './sign-in-rules.ts';

type Given = { readonly password: string; readonly newPassword: string; readonly code: string };

export function PasswordSection({
  security,
  email,
}: {
  readonly security: SecurityBody;
  readonly email: string;
}) {
  const asksForCode = security.secondFactor.since !== null;
  const form = useForm({ defaultValues: { password: '', newPassword: '', code: '' } });
  const { errors } = form.formState;
  const change = useSecurityAct(
    (at, { password, newPassword, code }: Given) =>
      at.identityChangePassword({
        body: { password, newPassword, ...(asksForCode && { code: code.trim() }) },
      }),
    () => {
      form.reset();
      notify.success('Your password is changed. All other devices are signed out.');
    },
  );
  return (
    <section className={styles.section} aria-labelledby="password">
      <SectionHead title={<span id="password">Password</span>} />
      {security.hasPassword ? (
        <div className={styles.form}>
          <IdentityForm
            label="Change the password"
            quiet
            isBusy={change.isPending}
            onSubmit={form.handleSubmit((given) => change.mutate(given))}
            outcome={change.isError && <p className={styles.failure}>{failureText(change.error)}</p>}
          >
            {/* For the browser, which keeps the new password under this name. */}
            <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
            <PresentPasswordField
              registration={form.register('password', { required: 'Password is Required' })}
              error={errors.password?.message}
            />
            <NewPasswordField
              label="New password"
              registration={form.register('newPassword', signInRules.password)}
              error={errors.newPassword?.message}
            />
            {asksForCode && (
              <CodeField
                registration={form.register('code', { required: 'Code is Required' })}
                error={errors.code?.message}
              />
            )}
          </IdentityForm>
        </div>
      ) : (
        <p>
          Your account has none: you sign in with Google.{' '}
          <Link to="/forgot-password">Have a link mailed</Link> that sets one.
        </p>
      )}
    </section>
  );
}
