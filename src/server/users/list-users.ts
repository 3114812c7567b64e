/** Shows users to an admin. */
import { decodeMomentCursor } from '#domain/paging.ts';
import { momentPage } from '#server/platform/page-headers.ts';
import type { UserDeps } from './user-deps.ts';
import { pageOfUsers } from './user-store.ts';

/** A page of all users, newest first; with `find` of those alone whose name and email have its words. */
export async function listUsers(
  { databases, issuer, secondFactors }: Pick<UserDeps, 'databases' | 'issuer' | 'secondFactors'>,
  query: {
    readonly limit: number;
    readonly cursor?: string | undefined;
    readonly find?: string | undefined;
  },
) {
  // From the primary: an admin who has just changed someone sees the change.
  const after = decodeMomentCursor(query.cursor);
  const found = await pageOfUsers(
    databases.write,
    { issuer, find: query.find },
    { limit: query.limit + 1, after },
  );
  const page = momentPage('/user', query, found, (user) => ({ moment: user.createdAt, id: user.id }));
  const subjects = page.rows.map(({ subject }) => subject);
  const having = await secondFactors?.having(databases.write, subjects);
  return {
    body: page.rows.map((user) => ({
      _id: user.id,
      email: user.email,
      name: user.name,
      role: user.role,
      emailVerified: user.emailVerified,
      deactivated: user.deactivated,
      secondFactor: having?.has(user.subject) ?? false,
      createdAt: user.createdAt.toISOString(),
    })),
    headers: page.headers,
  };
}
