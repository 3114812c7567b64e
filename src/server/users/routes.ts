/** What the calls of users do. */
import type { Handlers } from '#contract/kernel/operation.ts';
import type { users } from '#contract/users.ts';
import type { ShopCallers } from './caller.ts';
import { deactivateUser } from './deactivate-user.ts';
import { isAdmin } from './is-admin.ts';
import { issueToken } from './issue-token.ts';
import { letBackIn } from './let-back-in.ts';
import { listUsers } from './list-users.ts';
import { makeAdmin } from './make-admin.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { takeAdminAway } from './take-admin-away.ts';
import type { UserDeps } from './user-deps.ts';

export function userHandlers(deps: UserDeps): Handlers<typeof users, ShopCallers> {
  return {
    tokenIssue: ({ caller, params, body }) =>
      issueToken(deps, caller, { path: params.email, body: body.email }),
    usersList: ({ query }) => listUsers(deps, query),
    userMakeAdmin: ({ params, audit }) => makeAdmin(deps, params.email, audit),
    userTakeAdminAway: ({ params, audit }) => takeAdminAway(deps, params.email, audit),
    userDeactivate: ({ params, audit }) => deactivateUser(deps, params.email, audit),
    userLetBackIn: ({ params, audit }) => letBackIn(deps, params.email, audit),
    userResetSecondFactor: ({ params, caller, audit }) =>
      resetSecondFactor(deps, params.email, caller.email, audit),
    userIsAdmin: ({ caller, params }) => isAdmin(deps, caller, params.email),
  };
}
