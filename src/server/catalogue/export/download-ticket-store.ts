/** The only SQL on download links. Whoever has a link may fetch its file, so only its hash is kept, and not for long. */
import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { ImportFormat, ImportKind } from '#contract/imports.ts';
import type { Querier } from '#server/platform/db/database.ts';

const Wanted = z.discriminatedUnion('what', [
  z.object({ what: z.literal('export'), kind: ImportKind, format: ImportFormat }),
  z.object({ what: z.literal('errors'), importId: z.uuid() }),
]);
/** The file that a link leads to. */
export type Wanted = z.output<typeof Wanted>;

const GOOD_FOR_MS = 5 * 60_000;
const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest();

/** Makes a link's secret, 43 characters, good for five minutes. */
export async function issueTicket(db: Querier, actorId: string, wanted: Wanted, now: Date): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await db
    .insertInto('download_ticket')
    .values({
      token_hash: hashOf(ticket),
      actor_id: actorId,
      wanted: JSON.stringify(wanted),
      expires_at: new Date(now.getTime() + GOOD_FOR_MS),
    })
    .execute();
  return ticket;
}

/** What a link leads to; undefined where there is none, or it is over. */
export async function readTicket(db: Querier, ticket: string, now: Date): Promise<Wanted | undefined> {
  const row = await db
    .selectFrom('download_ticket')
    .innerJoin('shop_user', 'shop_user.id', 'download_ticket.actor_id')
    .select('wanted')
    .where('token_hash', '=', hashOf(ticket))
    .where('expires_at', '>', now)
    // Whoever asked must be an admin still.
    .where('shop_user.role', '=', 'admin')
    .where('shop_user.deactivated_at', 'is', null)
    .executeTakeFirst();
  return row && Wanted.parse(row.wanted);
}

export async function forgetTickets(db: Querier, now: Date): Promise<void> {
  await db.deleteFrom('download_ticket').where('expires_at', '<', now).execute();
}
