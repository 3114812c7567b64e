/** Fields that the calls of the embedded identity provider share. */
import * as z from 'zod';

/** A password as it is typed; nothing is trimmed. */
export const Password = z
  .string({ error: 'Password is Required' })
  .min(1, 'Password is Required')
  .min(6, 'Must be 6 characters or longer')
  .max(128, 'Must be 128 characters or shorter');

/** Someone who is signed in at the identity provider. */
export const IdentityUserBody = z
  .object({ id: z.uuid(), email: z.string(), name: z.string(), emailVerified: z.boolean() })
  .meta({ id: 'IdentityUser' });
export const SignedInBody = z.object({ user: IdentityUserBody });

/** The headers by which the session is known, and a foreign page's call is told from our own. */
export const SessionHeaders = z.object({
  cookie: z.string().optional(),
  host: z.string().optional(),
  origin: z.string().optional(),
  'sec-fetch-site': z.string().optional(),
});
/** The same, with what the browser says of itself, for a session that begins. */
export const NewSessionHeaders = SessionHeaders.extend({ 'user-agent': z.string().optional() });
export const SessionCookie = z.object({ 'set-cookie': z.string().optional() });

/** What an identity provider hands through a browser: printable ASCII without a space. */
export const handedThrough = (max: number) => z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${max}}$`));
