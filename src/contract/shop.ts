/** What a page needs to know of this shop before anyone signs in. */
import * as z from 'zod';
import { operations } from './kernel/operation.ts';

/** How a currency is printed: `USD` as "$" before the amount, `BDT` as "TK" behind it. */
export const CurrencyBody = z.object({ code: z.string(), label: z.string(), decimals: z.number().int() });
export const ShopBody = z
  .object({
    name: z.string(),
    locale: z.string(),
    /** What stands between groups of three digits of a whole number; null where the locale writes it otherwise. */
    thousands: z.string().nullable(),
    listCurrency: CurrencyBody,
    settlementCurrency: CurrencyBody,
    rate: z.string(),
    rateDate: z.string(),
    /** `rateDate` as the shop's locale writes it. */
    rateDay: z.string(),
    orderExpiryMinutes: z.number().int(),
    payments: z.object({ publishableKey: z.string(), sandbox: z.boolean() }),
    identity: z.object({
      provider: z.enum(['embedded', 'firebase']),
      google: z.boolean(),
      /** Google is the emulated one of a demo, behind which there is no real account. */
      googleIsEmulated: z.boolean(),
      /** What the browser's library of Firebase asks for; null with another provider. None of it is a secret. */
      firebase: z.object({ projectId: z.string(), apiKey: z.string(), authDomain: z.string() }).nullable(),
    }),
    /** How large the business is, in the owner's own words, such as "1000+". */
    business: z.object({ clients: z.string(), countries: z.string(), products: z.string() }),
    /** Where mail goes: by a server to people, or into a folder of this machine. */
    mail: z.enum(['server', 'folder']),
    demo: z.boolean(),
    /** False while nothing can be written, so that nothing can be ordered; what the catalogue shows is good. */
    takesOrders: z.boolean(),
  })
  .meta({ id: 'Shop' });
export type ShopBody = z.output<typeof ShopBody>;

export const shop = operations({
  shopGet: {
    method: 'GET',
    path: '/shop',
    access: 'anonymous',
    noun: 'shop',
    summary: 'How this shop is set up: currencies, rate, payment and identity',
    output: ShopBody,
    cache: 'revalidate',
  },
});
