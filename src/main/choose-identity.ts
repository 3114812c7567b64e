/** Who signs people in: the embedded identity provider or a hosted one. One of them, by configuration. */
import type { ShopBody } from '#contract/shop.ts';
import type { EmbeddedIdentity } from '#server/adapters/identity/embedded.ts';
import {
  firebaseIssuer,
  firebaseOrigins,
  firebaseProofs,
  type PolicyOrigins,
} from '#server/adapters/identity/firebase.ts';
import { PROOF_ISSUER } from '#server/adapters/identity/names.ts';
import type { IdentitySettings } from '#server/platform/config-identity.ts';
import type { ProofSettings } from '#server/users/proof.ts';

export type ChosenIdentity = {
  /** Undefined with a hosted provider: then the embedded one's calls do not exist, and its tables stay as they are. */
  readonly embedded: EmbeddedIdentity | undefined;
  /** Whose proofs count. */
  readonly proofs: ProofSettings;
};

/** @param embedded the embedded provider, which does nothing until it is used */
export function chooseIdentity(settings: IdentitySettings, embedded: EmbeddedIdentity): ChosenIdentity {
  return settings.provider === 'firebase'
    ? { embedded: undefined, proofs: firebaseProofs(settings.projectId) }
    : { embedded, proofs: embedded.proofs };
}

/** The issuer whose users are the shop's. */
export function issuerOf(settings: IdentitySettings): string {
  return settings.provider === 'firebase' ? firebaseIssuer(settings.projectId) : PROOF_ISSUER;
}

/** What pages must be let to reach, so that people can sign in. */
export function identityOrigins(settings: IdentitySettings): PolicyOrigins {
  return settings.provider === 'firebase'
    ? firebaseOrigins(settings.authDomain, settings.google)
    : { scripts: [], calls: [], frames: [] };
}

/**
 * What browsers are told of the provider.
 *
 * @param google whether the embedded provider has Google, and whether that one is emulated
 */
export function identityBody(
  settings: IdentitySettings,
  google: Pick<ShopBody['identity'], 'google' | 'googleIsEmulated'>,
): ShopBody['identity'] {
  if (settings.provider === 'embedded') return { provider: 'embedded', ...google, firebase: null };
  const { projectId, apiKey, authDomain } = settings;
  return {
    provider: 'firebase',
    google: settings.google,
    googleIsEmulated: false,
    firebase: { projectId, apiKey, authDomain },
  };
}
