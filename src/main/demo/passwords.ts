/** The demo people's passwords: the configured ones, else made once and kept for the owner of the data alone. */
import { randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/platform/config.ts';

export const ADMIN_EMAIL = 'admin@mainshaft.example';
export const BUYER_EMAIL = 'buyer@mainshaft.example';

export type DemoPasswords = { readonly admin: string; readonly buyer: string };

/**
 * The passwords, the file that keeps them, and what is to do: `isNew` where the accounts have to be brought in line with
 * them, `isFirst` where no start of the demo has kept any yet.
 */
export async function demoPasswords(config: Config, dataDir: string) {
  const file = join(dataDir, 'demo-passwords.txt');
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const keptFor = (email: string) => new RegExp(`^${email}  (\\S.*)$`, 'm').exec(kept)?.[1];
  const made = () => randomBytes(9).toString('base64url');
  const passwords: DemoPasswords = {
    admin: config.DEMO_ADMIN_PASSWORD ?? keptFor(ADMIN_EMAIL) ?? made(),
    buyer: config.DEMO_BUYER_PASSWORD ?? keptFor(BUYER_EMAIL) ?? made(),
  };
  const text = `${ADMIN_EMAIL}  ${passwords.admin}\n${BUYER_EMAIL}  ${passwords.buyer}\n`;
  return {
    passwords,
    file,
    isNew: text !== kept,
    isFirst: kept === '',
    async keep() {
      await writeFile(file, text, { mode: 0o600 });
      await chmod(file, 0o600);
    },
  };
}
