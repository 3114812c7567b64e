/** What pages ask of profiles. */
import { queryOptions } from '@tanstack/react-query';
import { problemOf } from '#contract/kernel/api-error.ts';
import { api, isNotFound } from '#web/api.ts';
import { listQuery } from '#web/list-query.ts';

/** Profiles that a user may see: an admin all, a customer their own. */
export function profilesQuery(email: string) {
  return listQuery(['profiles', email], (cursor, signal) =>
    api().profilesList({ query: { limit: 100, cursor } }, { signal }),
  );
}

/** One of them; null where there is none, or it is not for this user. */
export function profileQuery(email: string, id: string) {
  return queryOptions({
    queryKey: ['profiles', email, 'one', id],
    queryFn: async ({ signal }) => {
      try {
        const { body } = await api().profilesList({ query: { limit: 1, id } }, { signal });
        return body[0] ?? null;
      } catch (error) {
        // What the address has is no id at all.
        if (problemOf(error)?.status === 422) return null;
        throw error;
      }
    },
  });
}

/** A user's own profile; null where there is none yet. */
export function ownProfileQuery(email: string) {
  return queryOptions({
    queryKey: ['profiles', 'own', email],
    queryFn: async ({ signal }) => {
      try {
        return await api().profileOfEmail({ params: { email } }, { signal });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
  });
}
