/** What pages ask of users, and what an admin does to them. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isProblem } from '#contract/kernel/api-error.ts';
import { api } from '#web/api.ts';
import { gatherPages } from '#web/page-links.ts';
import { notify } from '#web/ui/toasts.ts';

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) =>
    gatherPages((cursor) => api().usersList({ query: { limit: 100, cursor } }, { signal })),
  staleTime: 0,
});

/** Makes someone an admin, and says how that ended. */
export function useMakeAdmin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api().userMakeAdmin({ params: { email } }),
    onSuccess: () => notify.success('Successfully made an admin'),
    onError: (error) =>
      notify.error(
        isProblem(error, 'EMAIL_NOT_VERIFIED') ? 'Verify your email first' : 'Failed to Make an admin',
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
}

/** Deactivates someone: their tokens stop at once, their orders stay. */
export function useRemoveUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api().userDeactivate({ params: { email } }),
    onSuccess: (_, email) => notify.success(`${email} is removed.`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
}
