/** What the use cases of users are given. Each names the few that it needs with `Pick<UserDeps, …>`. */
import type { Databases } from '#server/platform/db/database.ts';
import type { AccessTokens } from './access-token.ts';
import type { SecondFactorKeeper } from './second-factor-keeper.ts';
import type { SessionKeeper } from './session-keeper.ts';

export type UserDeps = {
  readonly databases: Databases;
  readonly now: () => Date;
  readonly tokens: AccessTokens;
  /** The name of the identity provider that is active; other providers' users can't sign in and aren't shown. */
  readonly issuer: string;
  /** Undefined where another provider keeps second factors. */
  readonly secondFactors?: SecondFactorKeeper | undefined;
  /** Undefined where another provider keeps sessions: its proofs are good until they expire. */
  readonly sessions?: SessionKeeper | undefined;
};
