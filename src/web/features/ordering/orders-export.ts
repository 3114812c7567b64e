/** All orders as a file to keep. */
import { useMutation } from '@tanstack/react-query';
import { api } from '#web/api.ts';
import { saveAnswer } from '#web/save-file.ts';
import type { OrdersSought } from './order-queries.ts';

/** Fetches all orders that the list of everybody's shows, also those that have not been loaded, as a CSV file. */
export function useOrdersExport() {
  return useMutation({
    mutationFn: async (sought: OrdersSought) =>
      saveAnswer(await api().ordersExport({ query: sought }), 'all-orders.csv'),
  });
}
