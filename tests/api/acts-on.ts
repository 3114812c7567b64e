/** What the audit log has of a user of a test's shop. */
import { sql } from 'kysely';
import type { UsersShop } from './identity-fixture.ts';

type ActOn = { readonly act: string; readonly before: unknown; readonly after: unknown };

/** What was done to the user with this email, oldest first. */
export async function actsOn({ databases }: UsersShop, email: string): Promise<readonly ActOn[]> {
  const { rows } = await sql<ActOn>`
    SELECT act, before, after FROM audit_entry JOIN shop_user ON shop_user.id::text = object_id
    WHERE object_kind = 'user' AND email = ${email} ORDER BY audit_entry.id`.execute(databases.write);
  return rows;
}
