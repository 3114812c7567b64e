/** The vehicle chooser, whose script comes when somebody wants to choose. */
import type { ComponentProps } from 'react';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { chunk, useChunk } from '#web/use-chunk.ts';
import type VehicleChooser from './vehicle-chooser.tsx';

/** For who is about to choose. */
export const CHOOSER = chunk(() => import('./vehicle-chooser.tsx'));

export function VehicleChooserOnDemand(props: ComponentProps<typeof VehicleChooser>) {
  const script = useChunk(CHOOSER);
  if (script.status === 'ready') return <script.module.default {...props} />;
  return script.status === 'waiting' ? (
    <Skeleton width="most" />
  ) : (
    <ErrorNotice kept={script.message} onRetry={script.retry} />
  );
}
