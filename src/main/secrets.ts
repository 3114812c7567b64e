/** The shop's own secrets: made of SHOP_SECRET, or at the first start and kept in the data directory for its owner alone. */
import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Config } from '#server/platform/config.ts';

const Secrets = z.object({
  accessToken: z.string().min(32),
  identity: z.string().min(32),
  sandboxSecretKey: z.string().min(32),
  sandboxPublishableKey: z.string().min(32),
  sandboxWebhookSecret: z.string().min(32),
});
export type Secrets = z.output<typeof Secrets>;

const random = () => randomBytes(32).toString('base64url');

/** The shop's secrets: those that follow from SHOP_SECRET, else those in its data directory. */
export async function secretsOf(
  { SHOP_SECRET }: Pick<Config, 'SHOP_SECRET'>,
  dataDir: string,
): Promise<Secrets> {
  return SHOP_SECRET === undefined ? openSecrets(dataDir) : secretsFrom(SHOP_SECRET);
}

/** The secrets that follow from one: the same in every process that is told the same one. */
export function secretsFrom(shopSecret: string): Secrets {
  const of = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', shopSecret, 'mainshaft', purpose, 32)).toString('base64url');
  return {
    accessToken: of('access token'),
    identity: of('identity'),
    sandboxSecretKey: `sk_sandbox_${of('sandbox secret key')}`,
    sandboxPublishableKey: `pk_sandbox_${of('sandbox publishable key')}`,
    sandboxWebhookSecret: `whsec_${of('sandbox webhook secret')}`,
  };
}

/** Reads the secrets, or makes them. Losing them signs everybody out and ends their second factors; it loses no order and no payment. */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  const known = await readSecrets(path);
  if (known !== undefined) return known;
  const secrets: Secrets = {
    accessToken: random(),
    identity: random(),
    sandboxSecretKey: `sk_sandbox_${random()}`,
    sandboxPublishableKey: `pk_sandbox_${random()}`,
    sandboxWebhookSecret: `whsec_${random()}`,
  };
  // Under another name first: a start that is interrupted here leaves no half file behind. Of several processes that
  // start at once one gives the file its name, and the others take what it wrote.
  const draft = `${path}.${randomUUID()}.new`;
  await writeFile(draft, JSON.stringify(secrets), { mode: 0o600 });
  try {
    await link(draft, path);
    return secrets;
  } catch (error) {
    const others = await readSecrets(path);
    if (others === undefined) throw error;
    return others;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readSecrets(path: string): Promise<Secrets | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : Secrets.parse(JSON.parse(text));
}
