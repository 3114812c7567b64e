/** Whether all that the shop keeps is as its own schemas would have it, read back through its own doors. */
import type * as z from 'zod';
import { PartInput } from '#contract/catalogue.ts';
import { NewProfile } from '#contract/profiles.ts';
import { NewReview } from '#contract/reviews.ts';
import { table } from '#contract/table.ts';
import type { TestShop } from '../shop.ts';

type Row = Readonly<Record<string, unknown>>;

/** Reads every list to its end as an admin; answers what is not as it should be. */
export async function flawsOfStored(
  shop: TestShop,
  adminsHeaders: Readonly<Record<string, string>>,
): Promise<string[]> {
  const flaws: string[] = [];
  const readAll = async (first: string): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let path: string | undefined = first; path !== undefined; ) {
      const answer: Response = await fetch(`${shop.url}${path}`, { headers: adminsHeaders });
      const text = await answer.text();
      if (answer.status !== 200) {
        flaws.push(`${path} answers ${answer.status}: ${text}`);
        return rows;
      }
      rows.push(...(JSON.parse(text) as Row[]));
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    return rows;
  };
  const judge = (what: string, schema: z.ZodType, rows: readonly Row[], asGiven: (row: Row) => unknown) => {
    for (const row of rows) {
      const parsed = schema.safeParse(asGiven(row));
      if (!parsed.success)
        flaws.push(`a ${what} is kept that the shop would refuse: ${parsed.error.message}`);
    }
  };
  const given = (row: Row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  // Reading is judging: each answer is parsed by its schema, and one that does not fit is a fault.
  const parts = await readAll('/api/parts?limit=100');
  judge('part', PartInput, parts, (part) => ({
    ...given(part),
    // What an owner gives in other words than they read.
    price: part.price,
    // Adjustments may bring it above what a new part can begin with.
    stock: Math.min(Number(part.stock), 1_000_000),
    ...(typeof part.description === 'string' && part.description.trim() === '' ? { description: '-' } : {}),
  }));
  judge('review', NewReview, await readAll('/api/review?limit=100'), given);
  judge('profile', NewProfile, await readAll('/api/profile?limit=100'), given);
  const orders = await readAll('/api/orders/order?limit=100&status=all');
  judge(
    'order',
    table.orderPlace.body,
    orders.filter((order) => Array.isArray(order.lines) && order.lines.length === 1),
    ({ address, phone, lines }) => ({
      address,
      phone,
      lines: (lines as Row[]).map(({ partId, quantity }) => ({ partId, quantity })),
    }),
  );
  for (const order of orders) {
    if (order.paid === true || order.transactionId !== null) flaws.push('an order is paid that nobody paid');
  }
  await readAll('/api/user?limit=100');
  await readAll('/api/newsletter?limit=100');
  await readAll('/api/imports');
  await readAll('/api/payments/stray');
  return flaws;
}
