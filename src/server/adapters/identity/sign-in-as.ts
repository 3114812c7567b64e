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
  /** What was shown, the hash of a password or the id of a Google account; nothing where the account was just made. */
  by: z.object({ first: z.enum(['password', 'Google']), shown: z.string() }).optional(),
  /** When the second factor was shown, where it was. */
  secondFactorAt: z.date().optional(),
  userAgent: z.string().optional(),
});

/** Adds `signInAs`, which answers the account; null where it is gone, or what was shown is no way into it any more. */
export const signInAs = () =>
  ({
    id: 'sign-in-as',
    endpoints: {
      signInAs: createAuthEndpoint.serverOnly({ method: 'POST', body: Shown }, async (ctx) => {
        const { internalAdapter } = ctx.context;
        const { userId, by, secondFactorAt, userAgent = '' } = ctx.body;
        const user = await internalAdapter.findUserById(userId);
        if (user === null) return null;
        const session = await internalAdapter.createSession(user.id, false, {
          userAgent: userAgent.slice(0, USER_AGENT_MAX_CHARACTERS),
          ...(secondFactorAt !== undefined && { secondFactorAt }),
        });
        // A reset that came between ended the sessions that it saw. It locks the account, so what is read now is what this
        // session was made after.
        const accounts = by === undefined ? [] : await internalAdapter.findAccounts(user.id);
        const isStillIt = ({ providerId, password, accountId }: (typeof accounts)[number]) =>
          by?.first === 'password'
            ? providerId === PASSWORD_PROVIDER && password === by.shown
            : providerId !== PASSWORD_PROVIDER && accountId === by?.shown;
        if (by !== undefined && !accounts.some(isStillIt)) {
          await internalAdapter.deleteSession(session.token);
          return null;
        }
        await setSessionCookie(ctx, { session, user });
        return user;
      }),
    },
  }) satisfies BetterAuthPlugin;
