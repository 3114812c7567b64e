/** The operations of profiles. */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '#contract/kernel/operation.ts';
import type { profiles } from '#contract/profiles.ts';
import { decodeMomentCursor } from '#domain/paging.ts';
import { refuse, refuseWith } from '#domain/refusal.ts';
import { mayAccess, mayAskAbout } from '#domain/users/permission.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { momentPage } from '#server/platform/page-headers.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { findUserIdByEmail } from '#server/users/find-user.ts';
import {
  findProfileById,
  findProfileOfUser,
  insertProfile,
  type Profile,
  pageOfProfiles,
  updateProfile,
} from './profile-store.ts';

export function profileHandlers(
  deps: Pick<ShopDeps, 'databases' | 'now'>,
): Handlers<typeof profiles, ShopCallers> {
  const db = deps.databases.write;
  return {
    profileCreate: async ({ body, caller }) => {
      const profile = {
        id: randomUUID(),
        userId: caller.id,
        name: body.customerName || body.name || caller.name,
        email: caller.email,
        education: body.education,
        location: body.location,
        phone: body.phone,
        linkedin: body.linkdin,
      };
      return (await insertProfile(db, profile, deps.now()))
        ? { success: true as const, insertedId: profile.id }
        : refuseWith('USER_EXISTS', { success: false as const });
    },
    profileOfEmail: async ({ params, caller }) => {
      if (!mayAskAbout(caller, params.email)) return refuse('NOT_FOUND');
      // By the account: the email that the profile was made with may be another by now.
      const isOwn = params.email === caller.email;
      const userId = isOwn ? caller.id : await findUserIdByEmail(db, params.email);
      const profile = userId === undefined ? undefined : await findProfileOfUser(db, userId);
      return profile === undefined ? refuse('NOT_FOUND') : profileBody(profile);
    },
    profilesList: async ({ query, caller }) => {
      const seen = { id: query.id, userId: caller.role === 'admin' ? undefined : caller.id };
      const found = await pageOfProfiles(db, seen, {
        limit: query.limit + 1,
        after: decodeMomentCursor(query.cursor),
      });
      const page = momentPage('/profile', query, found, (profile) => ({
        moment: profile.updatedAt,
        id: profile.id,
      }));
      return { body: page.rows.map(profileBody), headers: page.headers };
    },
    profileUpdate: ({ params, body, caller, audit }) =>
      inTransaction(db, async (tx) => {
        const profile = await findProfileById(tx, params.uId);
        if (profile === undefined || !mayAccess(caller, profile)) return refuse('NOT_FOUND');
        const { education, location, linkdin: linkedin, phone } = body;
        await updateProfile(tx, profile.id, { education, location, linkedin, phone }, deps.now());
        if (profile.userId === caller.id) audit.nothingToKeep();
        // Whose it is, and no more: what stands in it is a person's own.
        else
          await audit.write(tx, {
            object: { kind: 'profile', id: profile.id },
            after: { of: profile.userId },
          });
        return { modifiedCount: 1 };
      }),
  };
}

function profileBody(profile: Profile) {
  return {
    _id: profile.id,
    name: profile.name,
    customerName: profile.name,
    email: profile.email,
    education: profile.education,
    location: profile.location,
    phone: profile.phone,
    linkdin: profile.linkedin,
  };
}
