/** What people do with their accounts, as the audit log keeps it: by the user that they are, to the account. */
import type { AuditEntry } from '#server/audit/audit.ts';
import type { Querier } from '#server/platform/db/database.ts';
import { PROOF_ISSUER } from './names.ts';
import type { IdentityPeople } from './people.ts';

/** An account, as an entry names it. */
export const accountObject = (accountId: string) => ({ kind: 'account', id: accountId }) as const;

/** Who acts on an account that is their own. They are nobody's user before their first access token. */
export async function actOfOwner(
  db: Querier,
  people: Pick<IdentityPeople, 'userIdOf'>,
  accountId: string,
): Promise<Pick<AuditEntry, 'by' | 'object'>> {
  const by = await people.userIdOf(db, { issuer: PROOF_ISSUER, subject: accountId });
  return { by, object: accountObject(accountId) };
}
