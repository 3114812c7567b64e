/** What pages ask of profiles. */
import { queryOptions } from '@tanstack/react-query';
import { api, isNotFound } from '#web/api.ts';
import { listQuery } from '#web/whole-list.ts';

/** Profiles that a user may see: an admin all, a customer their own. */
export function profilesQuery(email: string) {
  return listQuery(['profiles', email], (cursor, signal) =>
    api().profilesList({ query: { limit: 100, cursor } }, { signal }),
  );
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
