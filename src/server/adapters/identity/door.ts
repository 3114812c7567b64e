/** What all calls of the identity provider share: whose page calls, whose session it is, how often one may try. */
import { refuse, refuseWith } from '#domain/refusal.ts';
import { isForeign, type OriginHeaders } from './foreign-origin.ts';
import type { IdentityLibrary } from './library.ts';
import { orOutage } from './library-error.ts';
import type { Tries } from './tries.ts';

export type DoorDeps = {
  readonly allowedOrigins: readonly string[];
  /** Whether the session of this account counts. */
  readonly mayStay: (userId: string) => Promise<boolean>;
};

type LibraryUser = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
};

/** An account as the provider's answers show it. */
export const userBody = ({ id, email, name, emailVerified }: LibraryUser) => ({
  id,
  email,
  name,
  emailVerified,
});

/** The library reads nothing of a request but its cookie; what the browser says of itself is handed to it at a sign-in. */
const cookieOf = ({ cookie }: OriginHeaders) => new Headers(cookie === undefined ? {} : { cookie });

/** The answer to a try too many; null where there was one left. `tries` are null where they aren't counted. */
export async function refuseOften<Counted>(
  tries: { take(counted: Counted, now: Date): ReturnType<Tries['take']> } | null,
  counted: Counted,
  now: Date,
  words: string,
) {
  const wait = (await tries?.take(counted, now)) ?? null;
  return wait === null ? null : refuseWith('TOO_MANY_TRIES', wait, words);
}

/** An answer with the session's cookie, where it is among those that the library sets; it sets no other to a value. */
export async function answer<T>(library: IdentityLibrary, body: T, headers: Headers) {
  const { name } = (await library.$context).authCookies.sessionToken;
  const cookie = headers.getSetCookie().find((one) => one.startsWith(`${name}=`));
  return { body, headers: cookie === undefined ? {} : { 'set-cookie': cookie } };
}

export type Door = ReturnType<typeof openDoor>;

/** Opens the door. */
export function openDoor({ allowedOrigins, mayStay }: DoorDeps) {
  return {
    /** The refusal of a call that another site's page makes; null where it is our own. */
    refuseForeign: (headers: OriginHeaders, changesSomething: boolean) =>
      isForeign(headers, changesSomething, allowedOrigins)
        ? refuse('FOREIGN_ORIGIN', 'Only pages of this shop may make this call')
        : null,

    /** Who is signed in, and the headers that keep it so. */
    async sessionOf(library: IdentityLibrary, headers: OriginHeaders) {
      const found = await orOutage(() =>
        library.api.getSession({ headers: cookieOf(headers), returnHeaders: true }),
      );
      if (found.response === null || (await mayStay(found.response.user.id))) return found;
      return { response: null, headers: new Headers() };
    },
  };
}
