/** The settings of who signs people in: the embedded provider, or a project of Firebase Authentication. */
import * as z from 'zod';

/** The variables, as part of the environment. */
export const identityVariables = {
  IDENTITY: z.enum(['embedded', 'firebase']).default('embedded'),
  ADMIN_SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/, "must be a project's id, such as parts-shop-1a2b3")
    .optional(),
  FIREBASE_API_KEY: z
    .string()
    .regex(/^[\w-]{20,100}$/, "must be the project's web API key, such as AIzaSy…")
    .optional(),
  FIREBASE_AUTH_DOMAIN: z
    .string()
    .regex(
      /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/,
      'must be a host name alone, such as parts-shop-1a2b3.firebaseapp.com',
    )
    .optional(),
  FIREBASE_GOOGLE: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .default(true),
} as const;

const Variables = z.object(identityVariables);
type Variables = z.output<typeof Variables>;

/** Who signs people in. All of it may be told to browsers: none of it is a secret. */
export type IdentitySettings =
  | { readonly provider: 'embedded' }
  | {
      readonly provider: 'firebase';
      readonly projectId: string;
      readonly apiKey: string;
      /** The host of the window in which people sign in with Google. */
      readonly authDomain: string;
      readonly google: boolean;
    };

/** What the variables mean together, or which of them are missing, in a sentence. */
export function identitySettings(variables: Variables): IdentitySettings | { readonly problem: string } {
  if (variables.IDENTITY === 'embedded') return { provider: 'embedded' };
  const {
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: apiKey,
    FIREBASE_AUTH_DOMAIN: authDomain,
  } = variables;
  if (projectId === undefined || apiKey === undefined || authDomain === undefined) {
    const missing = Object.entries({
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: apiKey,
      FIREBASE_AUTH_DOMAIN: authDomain,
    }).flatMap(([name, value]) => (value === undefined ? [name] : []));
    return {
      problem: `${missing.join(', ')}: needed with IDENTITY=firebase; the project's settings in the Firebase console have them`,
    };
  }
  return { provider: 'firebase', projectId, apiKey, authDomain, google: variables.FIREBASE_GOOGLE };
}
