/** The list of reviews as an owner keeps it, and what they do to one. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/api.ts';
import { listQuery } from '#web/list-query.ts';
import { notify } from '#web/ui/toasts.ts';

/** Not with what everybody may see, whose keys begin with `reviews`: who signs out leaves none of it behind. */
const ALL_REVIEWS = 'all-reviews';

/** All reviews, also the hidden ones, newest first, page by page. */
export const allReviewsQuery = {
  ...listQuery([ALL_REVIEWS], (cursor, signal) =>
    api().reviewsAll({ query: { limit: 50, cursor } }, { signal }),
  ),
  staleTime: 0,
};

type Written = { readonly _id: string; readonly name: string };

/** Takes a review out of the shop. */
export function useHideReview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Written) => api().reviewsHide({ params: { id: _id } }),
    onSuccess: (_, { name }) => notify.success(`The review by ${name} is hidden.`),
    onSettled: () => refreshReviews(queryClient),
  });
}

/** Puts a hidden review back into the shop, and says how that ended. */
export function useShowReview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Written) => api().reviewsShow({ params: { id: _id } }),
    onSuccess: (_, { name }) => notify.success(`The review by ${name} is shown again.`),
    onError: (_, { name }) => notify.error(`The review by ${name} could not be shown again.`),
    onSettled: () => refreshReviews(queryClient),
  });
}

/** Asks anew for this list, and for what visitors see of reviews wherever that is shown. */
function refreshReviews(queryClient: QueryClient): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['reviews'] });
  return queryClient.invalidateQueries({ queryKey: [ALL_REVIEWS] });
}
