/** Who calls: what the server knows of them once their `Authorization` header has been believed. */
import type { Audit } from '#server/audit/audit.ts';

/** The bearer of an identity provider's proof. `issuer` and `subject` together name a person; the email may change. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case. */
  readonly email: string;
  readonly emailVerified: boolean;
  /** The name that the provider shows; empty where it has none. */
  readonly name: string;
  /** When they last showed a second factor to their provider; undefined where they have not. */
  readonly secondFactorAt?: Date | undefined;
  /** The session at their provider in which this was proved; undefined where the provider does not say. */
  readonly sessionId?: string | undefined;
};

/** A signed-in user of the shop, as the database has them at the moment of the call. */
export type User = {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  /** What they may do now: an admin whose second factor is waited for counts as a customer. */
  readonly role: 'customer' | 'admin';
  /** They are an admin, and count as one as soon as they show their second factor. */
  readonly needsSecondFactor?: true;
  readonly emailVerified: boolean;
};

/**
 * The callers of the shop's operations: `identity` where only a proof is needed, `user` everywhere else. What they do is
 * written with `audit`.
 */
export type ShopCallers = { readonly identity: Identity; readonly user: User; readonly audit: Audit };
