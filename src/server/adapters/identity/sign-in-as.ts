/** Signing in somebody who has shown who they are, as an endpoint of the library that only this server can call. */
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod';
import { PASSWORD_PROVIDER } from './names.ts';

/** What a browser says of itself takes no more than this. */
const USER_AGENT_MAX_CHARACTERS = 300;

const Shown = z.object({
  userId: z.string(),
  /** The hash of the password that was shown, where it was one. */
  passwordHash: z.string().optional(),
  /** When the second factor was shown, where it was. */
  secondFactorAt: z.date().optional(),
  userAgent: z.string().optional(),
});

/** Adds `signInAs`, which answers the account; null where it is gone, or has another password by now. */
export const signInAs = () =>
  ({
    id: 'sign-in-as',
    endpoints: {
      signInAs: createAuthEndpoint.serverOnly({ method: 'POST', body: Shown }, async (ctx) => {
        const { internalAdapter } = ctx.context;
        const { userId, passwordHash, secondFactorAt, userAgent = '' } = ctx.body;
        const user = await internalAdapter.findUserById(userId);
        if (user === null) return null;
        const session = await internalAdapter.createSession(user.id, false, {
          userAgent: userAgent.slice(0, USER_AGENT_MAX_CHARACTERS),
          ...(secondFactorAt !== undefined && { secondFactorAt }),
        });
        // A reset that came between ended the sessions that it saw. It locks the account, so what is read now is what this
        // session was made after.
        const accounts = passwordHash === undefined ? [] : await internalAdapter.findAccounts(user.id);
        const isStillIt = (account: (typeof accounts)[number]) =>
          account.providerId === PASSWORD_PROVIDER && account.password === passwordHash;
        if (passwordHash !== undefined && !accounts.some(isStillIt)) {
          await internalAdapter.deleteSession(session.token);
          return null;
        }
        await setSessionCookie(ctx, { session, user });
        return user;
      }),
    },
  }) satisfies BetterAuthPlugin;
