/**
 * Signing up and in with email and password, as endpoints of the identity library that only this server can call.
 *
 * The library has its own, but they refuse addresses that the shop accepts (`r&d@example.com`), and two sign-ups with
 * one email at once look like a fault there. These are made of the same parts: its tables, its hashing, its sessions and
 * its cookie.
 */
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { inTransaction, sqlState } from '#server/platform/db/transaction.ts';
import { PASSWORD_PROVIDER } from './names.ts';

const UNIQUE_VIOLATION = '23505';

const Credentials = z.object({ email: z.string(), password: z.string() });
const NewAccount = Credentials.extend({ name: z.string() });

export type PasswordsSettings = {
  readonly db: Db;
  /** Told of each sign-up, in the transaction that makes the account. */
  readonly accountMade: (tx: Tx, userId: string) => Promise<void>;
};

/** Adds `signUpWithPassword` and `signInWithPassword`. Emails are given in lower case. */
export const passwords = ({ db, accountMade }: PasswordsSettings) =>
  ({
    id: 'passwords',
    endpoints: {
      /** Makes an account and signs it in; null where someone has this email. */
      signUpWithPassword: createAuthEndpoint.serverOnly({ method: 'POST', body: NewAccount }, async (ctx) => {
        const { internalAdapter, password } = ctx.context;
        const { email, name } = ctx.body;
        if ((await internalAdapter.findUserByEmail(email)) !== null) return null;
        const hash = await password.hash(ctx.body.password);
        try {
          // By our own transaction, which is the only one that others can take part in.
          await inTransaction(db, async (tx) => {
            const { id } = await tx
              .insertInto('identity_user')
              .values({ email, name, email_verified: false })
              .returning('id')
              .executeTakeFirstOrThrow();
            await tx
              .insertInto('identity_account')
              .values({
                user_id: id,
                provider_id: PASSWORD_PROVIDER,
                account_id: id,
                password: hash,
                updated_at: new Date(),
              })
              .execute();
            await accountMade(tx, id);
          });
        } catch (error) {
          // Someone else signed up with it since we looked.
          if (sqlState(error) === UNIQUE_VIOLATION) return null;
          throw error;
        }
        const made = await internalAdapter.findUserByEmail(email);
        if (made === null) throw new Error('An account that was just made is not there');
        const session = await internalAdapter.createSession(made.user.id);
        await setSessionCookie(ctx, { session, user: made.user });
        return made.user;
      }),

      /**
       * Signs in; null where the password is wrong or nobody has this email. Both take the same time: a password is
       * hashed either way.
       */
      signInWithPassword: createAuthEndpoint.serverOnly(
        { method: 'POST', body: Credentials },
        async (ctx) => {
          const { internalAdapter, password: hashing } = ctx.context;
          const { email, password } = ctx.body;
          const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
          const hash = found?.accounts.find((account) => account.providerId === PASSWORD_PROVIDER)?.password;
          if (found === null || !hash) {
            await hashing.hash(password);
            return null;
          }
          if (!(await hashing.verify({ hash, password }))) return null;
          const session = await internalAdapter.createSession(found.user.id);
          // A reset that came between ended the sessions that it saw. It locks the account, so what is read now is what
          // this session was made after.
          const after = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
          if (!after?.accounts.some((account) => account.password === hash)) {
            await internalAdapter.deleteSession(session.token);
            return null;
          }
          await setSessionCookie(ctx, { session, user: found.user });
          return found.user;
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
