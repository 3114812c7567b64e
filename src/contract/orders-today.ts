/** The figures of a day, for whoever runs the shop. */
import * as z from 'zod';

export const OrdersTodayBody = z
  .object({
    placedToday: z.number().int(),
    placedYesterday: z.number().int(),
    paidToday: z.number().int(),
    /** Of the orders paid today, in units of the settlement currency. */
    taken: z.number(),
    givenBack: z.number(),
    /** The settlement currency, ISO 4217. */
    currency: z.string(),
    unpaid: z.number().int(),
    /** Of the unpaid ones: those that expire within the hour. */
    expiringSoon: z.number().int(),
  })
  .meta({ id: 'OrdersToday' });
export type OrdersTodayBody = z.output<typeof OrdersTodayBody>;
