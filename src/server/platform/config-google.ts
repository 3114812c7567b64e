/** The settings of sign-ins with Google by the embedded identity provider. */
import * as z from 'zod';

/** The variables, as part of the environment. */
export const googleVariables = {
  GOOGLE_CLIENT_ID: z.string().max(500).optional(),
  GOOGLE_CLIENT_SECRET: z.string().max(500).optional(),
} as const;

const Variables = z.object(googleVariables);

/** Google's credentials: the shop's name there, and its secret. */
export type GoogleKeys = { readonly clientId: string; readonly clientSecret: string };

/** Both, undefined where neither is set; or what does not go together in them, as a sentence. */
export function googleKeys(
  variables: z.output<typeof Variables>,
): GoogleKeys | undefined | { readonly problem: string } {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = variables;
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined)
    return { problem: 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together: set both' };
  return { clientId, clientSecret };
}
