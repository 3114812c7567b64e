/** Firebase Authentication, as the server sees it: whose proofs count, and what browsers need to sign in there. */
import type { ProofSettings } from '#server/users/proof.ts';

/** Where Google publishes the keys of all Firebase projects' proofs. */
const GOOGLES_KEYS = new URL(
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
);

/** A project's issuer, as its proofs name it and as the shop keeps its users. */
export const firebaseIssuer = (projectId: string): string => `https://securetoken.google.com/${projectId}`;

/**
 * What `createProofVerifier` needs to trust a project.
 *
 * @param keys where the keys are read, Google's own address unless told
 */
export function firebaseProofs(projectId: string, keys: URL = GOOGLES_KEYS): ProofSettings {
  return {
    issuer: firebaseIssuer(projectId),
    audience: projectId,
    algorithms: ['RS256'],
    requiredClaims: ['iat', 'auth_time'],
    jwks: keys,
  };
}

/** Origins that a page must be let to reach, by directive of its policy. */
export type PolicyOrigins = {
  readonly scripts: readonly string[];
  readonly calls: readonly string[];
  readonly frames: readonly string[];
};

/** What signing in reaches: Google's calls, and for its window a script of Google's and a frame of the project's own. */
export function firebaseOrigins(authDomain: string, google: boolean): PolicyOrigins {
  return {
    scripts: google ? ['https://apis.google.com'] : [],
    calls: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
    frames: google ? [`https://${authDomain}`] : [],
  };
}
