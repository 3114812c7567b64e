/** Signing in somebody who has shown elsewhere who they are, as an endpoint of the library that only this server can call. */
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod';

/** Adds `signInAs`, which answers the account, or null where it is gone. */
export const signInAs = () =>
  ({
    id: 'sign-in-as',
    endpoints: {
      signInAs: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ userId: z.string() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(ctx.body.userId);
          if (user === null) return null;
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return user;
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
