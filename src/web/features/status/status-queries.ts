/** What the page asks of how the shop does. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/api.ts';
import { notify } from '#web/ui/toasts.ts';
import { jobName } from './words.ts';

export const LOOK_AGAIN_MS = 10_000;

/** How the shop does; looked at again while the page is looked at. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => api().statusGet({}, { signal }),
  staleTime: 0,
  // In an incident the answer counts that is true now, and the next look comes anyhow.
  retry: false,
  refetchInterval: LOOK_AGAIN_MS,
});

/** Has the failed jobs of a kind tried again. */
export function useRetryJobs() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (job: string) => api().statusRetryJobs({ params: { job }, body: {} }),
    onSuccess: ({ retried }, job) =>
      notify.success(`${jobName(job)}: ${retried === 1 ? 'one is' : `${retried} are`} tried again.`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['status'] }),
  });
}
