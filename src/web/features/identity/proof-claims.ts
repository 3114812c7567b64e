/** What a proof of identity says of its bearer. Only read here; whether it is true, the server finds out. */
export type ProofClaims = { readonly email: string; readonly name: string; readonly emailVerified: boolean };

/**
 * The claims of a proof.
 *
 * @throws Error where it is no JWT with an email.
 */
export function claimsOf(proof: string): ProofClaims {
  const part = proof.split('.')[1] ?? '';
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof claims !== 'object' || claims === null || !('email' in claims)) throw new Error('No claims');
  if (typeof claims.email !== 'string') throw new Error('A proof without an email');
  return {
    email: claims.email.toLowerCase(),
    name: 'name' in claims && typeof claims.name === 'string' ? claims.name : '',
    emailVerified: 'email_verified' in claims && claims.email_verified === true,
  };
}
