/** Fixed names of the embedded identity provider. */
// How its proofs are marked, so that they hold whatever address the shop has today.
export const PROOF_ISSUER = 'mainshaft-identity';
export const PROOF_AUDIENCE = 'mainshaft-shop';
export const PROOF_ALGORITHM = 'ES256';

/** How the library names the account that has a password; its id there is the user's own. */
export const PASSWORD_PROVIDER = 'credential';
