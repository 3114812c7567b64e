/** What pages ask of users, and what an admin does to them. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isProblem } from '#contract/kernel/api-error.ts';
import { api } from '#web/api.ts';
import { listQuery } from '#web/list-query.ts';
import { notify } from '#web/ui/toasts.ts';

/** Everybody with an account, newest first, page by page; with words those alone whose name or email has them. */
export function usersQuery(find?: string) {
  return {
    ...listQuery(['users', find ?? ''], (cursor, signal) =>
      api().usersList({ query: { limit: 100, cursor, find } }, { signal }),
    ),
    staleTime: 0,
  };
}

type Somebody = { readonly email: string };

/** Makes someone an admin, and says how that ended. */
export function useMakeAdmin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api().userMakeAdmin({ params: { email } }),
    onSuccess: () => notify.success('Successfully made an admin'),
    onError: (error) =>
      notify.error(
        isProblem(error, 'EMAIL_NOT_VERIFIED')
          ? 'Failed to Make an admin: this email is not verified yet'
          : 'Failed to Make an admin',
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
}

/** Makes an admin a customer again: what they may do as an admin ends at once. */
export function useTakeAdminAway() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ email }: Somebody) => api().userTakeAdminAway({ params: { email } }),
    onSuccess: (_, { email }) => notify.success(`${email} is no longer an admin.`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
}

/** Takes away the second factor of somebody who has lost it. */
export function useResetSecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ email }: Somebody) => api().userResetSecondFactor({ params: { email } }),
    onSuccess: (_, { email }) => notify.success(`${email} can sign in with the password alone.`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
}

/** Deactivates someone: their tokens stop at once, and so does their role; their orders stay. */
export function useRemoveUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ email }: Somebody) => api().userDeactivate({ params: { email } }),
    onSuccess: (_, { email }) => notify.success(`${email} is removed.`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
}

/** Lets someone who was removed sign in again, as a customer, and says how that ended. */
export function useLetBackIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api().userLetBackIn({ params: { email } }),
    onSuccess: (_, email) => notify.success(`${email} can sign in again.`),
    onError: (_, email) => notify.error(`${email} could not be let back in.`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
}
