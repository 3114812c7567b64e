/** What the security page asks of the provider, and does there. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type AccountSecurity, identityClient } from './identity-client.ts';
import { refreshSession } from './session.ts';

const KEY = ['account-security'] as const;

/** How the signed-in account is kept safe; null where the provider has pages of its own for that. */
export const securityQuery = queryOptions({
  queryKey: KEY,
  queryFn: async () => {
    const { security } = await identityClient();
    return security === undefined ? null : (await security.identitySecurity()).body;
  },
  staleTime: 0,
});

export type SecurityBody = Awaited<ReturnType<AccountSecurity['identitySecurity']>>['body'];

/**
 * Does something to the account's security. What is shown is read anew, and the access token renewed: what changes here ends
 * the ones that were given out before, or says when the second factor was shown.
 */
export function useSecurityAct<Given, Answer>(
  act: (security: AccountSecurity, given: Given) => Promise<Answer>,
  onDone?: (answer: Answer) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (given: Given) => {
      const { security } = await identityClient();
      if (security === undefined) throw new Error('This identity provider keeps no such thing here');
      return act(security, given);
    },
    async onSuccess(answer) {
      onDone?.(answer);
      await refreshSession();
      await queryClient.invalidateQueries({ queryKey: KEY });
    },
  });
}
