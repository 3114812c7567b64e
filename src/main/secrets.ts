/** The shop's own secrets, made at the first start and kept in the data directory for its owner alone. */
import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const Secrets = z.object({
  accessToken: z.string().min(32),
  identity: z.string().min(32),
  sandboxSecretKey: z.string().min(32),
  sandboxPublishableKey: z.string().min(32),
  sandboxWebhookSecret: z.string().min(32),
});
export type Secrets = z.output<typeof Secrets>;

const random = () => randomBytes(32).toString('base64url');

/** Reads the secrets, or makes them. Losing them signs everybody out; it loses no order and no payment. */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined) return Secrets.parse(JSON.parse(text));
  const secrets: Secrets = {
    accessToken: random(),
    identity: random(),
    sandboxSecretKey: `sk_sandbox_${random()}`,
    sandboxPublishableKey: `pk_sandbox_${random()}`,
    sandboxWebhookSecret: `whsec_${random()}`,
  };
  // Under another name first: a start that is interrupted here leaves no half file behind.
  await writeFile(`${path}.new`, JSON.stringify(secrets), { mode: 0o600 });
  await rename(`${path}.new`, path);
  return secrets;
}
