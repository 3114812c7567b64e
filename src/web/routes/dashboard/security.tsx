/** How one's own account is kept safe: second factor, password, devices. */
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { problemOf } from '#contract/kernel/api-error.ts';
import { pageHead } from '#web/document/head.ts';
import { securityQuery } from '#web/features/identity/account-security.ts';
import { DevicesSection } from '#web/features/identity/devices-section.tsx';
import { useUser } from '#web/features/identity/guards.tsx';
import { PasswordSection } from '#web/features/identity/password-section.tsx';
import { SecondFactorSection } from '#web/features/identity/second-factor-section.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './security.module.css';

export const Route = createFileRoute('/dashboard/security')({
  head: ({ match }) => pageHead(match.context, { title: 'Security', noIndex: true }),
  component: Security,
});

function Security() {
  const user = useUser();
  const security = useQuery(securityQuery);
  return (
    <>
      <PageTitle>Security</PageTitle>
      {security.data === undefined ? (
        security.isError ? (
          <ErrorNotice problem={problemOf(security.error) ?? undefined} onRetry={() => security.refetch()} />
        ) : (
          <Spinner label="Looking at your account" />
        )
      ) : security.data === null ? (
        <EmptyState title="Kept by your identity provider">
          Your password, your second factor and your devices are looked after where your account is.
        </EmptyState>
      ) : (
        <div className={styles.sections}>
          <SecondFactorSection security={security.data} />
          <PasswordSection security={security.data} email={user.email} />
          <DevicesSection security={security.data} />
        </div>
      )}
    </>
  );
}
