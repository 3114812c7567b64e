/** The second factors of one provider's accounts: set up, shown, and taken away. */
import { type Refusal, refuse } from '#domain/refusal.ts';
import type { Audit } from '#server/audit/audit.ts';
import type { Db, Querier, Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { createSeal } from '#server/platform/sealed-text.ts';
import { actOfOwner } from './account-acts.ts';
import { PROOF_ISSUER } from './names.ts';
import type { IdentityPeople } from './people.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import type { SecurityNotices } from './security-notices.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

export type SecondFactorDeps = {
  readonly db: Db;
  readonly secret: string;
  /** Named in the app beside the account. */
  readonly shopName: string;
  readonly people: Pick<IdentityPeople, 'endAccess' | 'userIdOf'>;
  readonly notices: Pick<SecurityNotices, 'tell'>;
  readonly now: () => Date;
};

/** `recoveryCodesLeft` is 0 where it is off. */
export type SecondFactorState = { readonly since: Date | null; readonly recoveryCodesLeft: number };
/** What an app takes: as a QR code, or typed. */
export type NewSecondFactor = { readonly secret: string; readonly uri: string };
/** How a code was right. */
export type ShownBy = 'app' | 'recovery-code';

export type SecondFactors = {
  stateOf(db: Querier, userId: string): Promise<SecondFactorState>;
  /** Begins to set one up, in the place of what was begun before; null where one is on already. */
  begin(userId: string, email: string): Promise<NewSecondFactor | null>;
  /**
   * Turns on what was begun, by a code of it. All other sessions and all access tokens end; this session counts as having
   * shown it. Answers the recovery codes, which can't be read again; null where the code is wrong or nothing was begun.
   * Refused where this session has ended meanwhile.
   */
  turnOn(
    owner: Owner,
    code: string,
    audit: Audit,
  ): Promise<readonly string[] | Refusal<'SIGNED_OUT', undefined> | null>;
  /**
   * Whether a code of the app or a recovery code is right, which uses it up: the same code is refused from then on, however
   * many show it at once.
   */
  show(tx: Tx, userId: string, code: string): Promise<ShownBy | null>;
  /** New recovery codes in the place of the old ones. The caller has judged the owner. */
  renewCodes(tx: Tx, userId: string): Promise<readonly string[]>;
  /**
   * Takes it away, and what was begun of one. Where it was on, sessions say no longer that it was shown in them, all access tokens
   * end, and the owner is told. The caller has judged who does it.
   */
  turnOff(tx: Tx, userId: string, audit: Audit): Promise<void>;
};

/** Somebody in a session of theirs. */
export type Owner = { readonly userId: string; readonly sessionId: string };

/** Opens the second factors of one provider. */
export function createSecondFactors(deps: SecondFactorDeps): SecondFactors {
  const { db, secret, people, notices, now } = deps;
  const sealed = createSeal(secret, 'second-factor');

  /** The factor of an account, which nobody else changes until the transaction ends. */
  const lock = (tx: Tx, userId: string) =>
    tx
      .selectFrom('identity_second_factor')
      .selectAll()
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();

  /** The step that a code is of. Where another secret of the shop has sealed the factor, no code is of any. */
  const stepShown = (factor: { readonly secret: string; readonly user_id: string }, code: string) => {
    const opened = sealed.open(factor.secret, factor.user_id);
    return opened === null ? null : stepOfCode(opened, code, now());
  };

  /** Takes the code of a step that no code was taken of yet, nor of a later one. */
  const takeStep = async (tx: Tx, userId: string, step: number): Promise<boolean> => {
    const { numUpdatedRows } = await tx
      .updateTable('identity_second_factor')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  const renewCodes = async (tx: Tx, userId: string): Promise<readonly string[]> => {
    const codes = newRecoveryCodes();
    await tx.deleteFrom('identity_recovery_code').where('user_id', '=', userId).execute();
    await tx
      .insertInto('identity_recovery_code')
      .values(
        codes.map((code) => ({ user_id: userId, code_hash: recoveryCodeHash(secret, userId, code) ?? '' })),
      )
      .execute();
    return codes;
  };

  return {
    async stateOf(querier, userId) {
      const row = await querier
        .selectFrom('identity_second_factor as factor')
        .select('factor.confirmed_at as since')
        .select((eb) =>
          eb
            .selectFrom('identity_recovery_code as code')
            .select((count) => count.fn.countAll<number>().as('left'))
            .whereRef('code.user_id', '=', 'factor.user_id')
            .as('left'),
        )
        .where('factor.user_id', '=', userId)
        .where('factor.confirmed_at', 'is not', null)
        .executeTakeFirst();
      return { since: row?.since ?? null, recoveryCodesLeft: row?.left ?? 0 };
    },

    begin: (userId, email) =>
      inTransaction(db, async (tx) => {
        const factor = { secret: newTotpSecret() };
        const row = await tx
          .insertInto('identity_second_factor')
          .values({ user_id: userId, secret: sealed.seal(factor.secret, userId), created_at: now() })
          .onConflict((conflict) =>
            conflict
              .column('user_id')
              .doUpdateSet((eb) => ({ secret: eb.ref('excluded.secret'), created_at: now(), last_step: 0 }))
              .where('identity_second_factor.confirmed_at', 'is', null),
          )
          .returning('user_id')
          .executeTakeFirst();
        if (row === undefined) return null;
        return { ...factor, uri: totpUri(factor.secret, { issuer: deps.shopName, account: email }) };
      }),

    turnOn: ({ userId, sessionId }, code, audit) =>
      inTransaction(db, async (tx) => {
        // A sign-in that has just looked whether there is one waits here, and then looks again: see `sign-ins.ts`.
        await tx.selectFrom('identity_user').select('id').where('id', '=', userId).forUpdate().execute();
        const factor = await lock(tx, userId);
        if (factor === undefined || factor.confirmed_at !== null) return null;
        const step = stepShown(factor, code);
        if (step === null || !(await takeStep(tx, userId, step))) return null;
        await tx
          .updateTable('identity_second_factor')
          .set({ confirmed_at: now() })
          .where('user_id', '=', userId)
          .execute();
        const codes = await renewCodes(tx, userId);
        // What was signed in to without it is over.
        await tx
          .deleteFrom('identity_session')
          .where('user_id', '=', userId)
          .where('id', '<>', sessionId)
          .execute();
        const { numUpdatedRows } = await tx
          .updateTable('identity_session')
          .set({ second_factor_at: now() })
          .where('id', '=', sessionId)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return refuse('SIGNED_OUT');
        await people.endAccess(tx, { issuer: PROOF_ISSUER, subject: userId });
        await audit.write(tx, await actOfOwner(tx, people, userId));
        await notices.tell(tx, userId, 'second-factor-on');
        return codes;
      }),

    async show(tx, userId, code) {
      const factor = await lock(tx, userId);
      if (factor === undefined || factor.confirmed_at === null) return null;
      const digits = code.replaceAll(/\s/g, '');
      const step = stepShown(factor, digits);
      if (step !== null) return (await takeStep(tx, userId, step)) ? 'app' : null;
      const codeHash = recoveryCodeHash(secret, userId, code);
      if (codeHash === null) return null;
      const used = await tx
        .deleteFrom('identity_recovery_code')
        .where('user_id', '=', userId)
        .where('code_hash', '=', codeHash)
        .returning('user_id')
        .executeTakeFirst();
      if (used === undefined) return null;
      await notices.tell(tx, userId, 'recovery-code-used');
      return 'recovery-code';
    },

    renewCodes,

    async turnOff(tx, userId, audit) {
      if (!(await turnOffSecondFactor(tx, userId))) return;
      await tx
        .updateTable('identity_session')
        .set({ second_factor_at: null })
        .where('user_id', '=', userId)
        .execute();
      await people.endAccess(tx, { issuer: PROOF_ISSUER, subject: userId });
      await audit.write(tx, { ...(await actOfOwner(tx, people, userId)), act: 'second-factor.turned-off' });
      await notices.tell(tx, userId, 'second-factor-off');
    },
  };
}

/** Takes an account's second factor away, and what was begun of one; false where none was on. */
export async function turnOffSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('identity_second_factor')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return gone !== undefined && gone.confirmed_at !== null;
}
