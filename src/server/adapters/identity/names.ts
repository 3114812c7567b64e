/** How the embedded provider's proofs are marked: fixed names, so that they hold whatever address the shop has today. */
export const PROOF_ISSUER = 'mainshaft-identity';
export const PROOF_AUDIENCE = 'mainshaft-shop';
export const PROOF_ALGORITHM = 'ES256';
