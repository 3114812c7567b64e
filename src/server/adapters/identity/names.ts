/** Fixed names of the embedded identity provider. */
// How its proofs are marked, so that they hold whatever address the shop has today.
export const PROOF_ISSUER = 'mainshaft-identity';
export const PROOF_AUDIENCE = 'mainshaft-shop';
export const PROOF_ALGORITHM = 'ES256';

/** How the library names the account that has a password; its id there is the user's own. */
export const PASSWORD_PROVIDER = 'credential';
/** A Google account; its id there is Google's `sub`. */
export const GOOGLE_PROVIDER = 'google';
/** An account of the emulated Google of a demo. Its id there is the email: each start has new subjects. */
export const EMULATED_PROVIDER = 'google-emulator';
