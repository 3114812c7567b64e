/** The keys that sign proofs. The identity library makes them, and keeps them sealed with the shop's secret. */
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Db } from '#server/platform/db/database.ts';
import type { IdentityLibrary } from './library.ts';

/**
 * Forgets keys that another secret has sealed. The library would sign with the newest of them, which it can't open, and nobody
 * could sign in; where there is none it makes one.
 */
export async function forgetForeignKeys(db: Db, library: IdentityLibrary): Promise<void> {
  const { secretConfig } = await library.$context;
  const keys = await db.selectFrom('identity_jwks').select(['id', 'private_key']).execute();
  for (const { id, private_key } of keys) {
    const isOurs = await symmetricDecrypt({ key: secretConfig, data: JSON.parse(private_key) }).then(
      () => true,
      () => false,
    );
    if (!isOurs) await db.deleteFrom('identity_jwks').where('id', '=', id).execute();
  }
}
