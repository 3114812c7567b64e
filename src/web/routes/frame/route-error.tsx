/** What stands in a page's place when it could not be shown. */

import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { problemOf } from '#contract/kernel/api-error.ts';
import { ChunkLoadError } from '#web/patient-import.ts';
import { ErrorNotice } from '#web/ui/notices.tsx';
import styles from './route-error.module.css';

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const onRetry = () => {
    reset();
    void router.invalidate();
  };
  const problem = problemOf(error) ?? undefined;
  const isChunk = error instanceof ChunkLoadError;
  const isOutage = problem?.status === 503;
  return (
    <div className={`wrap ${styles.place}`}>
      <h1 className={styles.title}>
        {isOutage ? 'This page can’t be shown just now' : 'This page could not be shown'}
      </h1>
      <ErrorNotice
        problem={problem ?? (isChunk ? undefined : { title: 'Something went wrong in this page' })}
        title={isChunk ? error.message : isOutage ? 'Something that the shop needs is away' : undefined}
        kept={
          isOutage
            ? 'Nothing that you have sent is lost. It is usually back within a minute.'
            : 'Nothing that you have sent is lost.'
        }
        onRetry={onRetry}
      />
    </div>
  );
}
