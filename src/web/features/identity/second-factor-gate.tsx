/** Stands before an admin's pages while the shop waits for their second factor. */
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { problemOf } from '#contract/kernel/api-error.ts';
import { SECOND_FACTOR_HOURS } from '#domain/users/second-factor.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { securityQuery, useSecurityAct } from './account-security.ts';
import { failureText } from './failure-text.ts';
import { CodeField } from './identity-fields.tsx';
import { IdentityForm } from './identity-form.tsx';
import styles from './second-factor-gate.module.css';

export function SecondFactorGate({ onShown }: { readonly onShown: () => void }) {
  const security = useQuery(securityQuery);
  const show = useSecurityAct(
    (at, code: string) => at.identityShowSecondFactor({ body: { code } }),
    undefined,
  );
  const form = useForm({ defaultValues: { code: '' } });
  if (security.isError)
    return (
      <ErrorNotice
        problem={problemOf(security.error) ?? undefined}
        kept="You are still signed in."
        onRetry={() => security.refetch()}
      />
    );
  if (security.data === undefined) return <Spinner page label="Checking what you may see" />;
  if (security.data === null)
    return (
      <EmptyState title="Sign in with your second factor">
        Admins of this shop sign in with a second factor. Sign out, then sign in with yours at the identity
        provider.
      </EmptyState>
    );
  if (security.data.secondFactor.since === null)
    return (
      <EmptyState
        title="Admins of this shop need a second factor"
        action={
          <ButtonLink to="/dashboard/security" tone="signal">
            Set it up
          </ButtonLink>
        }
      >
        It takes an app on your phone and a minute. Then this page opens.
      </EmptyState>
    );
  return (
    <div className={styles.gate}>
      <PageTitle>Show that it is you</PageTitle>
      <p>
        Admins show their second factor every {SECOND_FACTOR_HOURS} hours. Type the code that your app shows
        now.
      </p>
      <IdentityForm
        label="Go on"
        isBusy={show.isPending}
        onSubmit={form.handleSubmit(({ code }) =>
          show.mutateAsync(code.trim()).then(onShown, () => undefined),
        )}
        outcome={show.isError && <p className={styles.failure}>{failureText(show.error)}</p>}
      >
        <CodeField
          registration={form.register('code', { required: 'Code is Required' })}
          error={form.formState.errors.code?.message}
          focused
        />
      </IdentityForm>
    </div>
  );
}
