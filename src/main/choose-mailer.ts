/** Who carries the shop's mail: a mail server where the settings name one, else a folder that people look into. */
import { join } from 'node:path';
import { folderMailer } from '#server/adapters/mail/folder.ts';
import { smtpMailer } from '#server/adapters/mail/smtp.ts';
import type { OpenMailer } from '#server/mail/mailer.ts';
import type { Config } from '#server/platform/config.ts';

// No domain of that ending can exist, so an answer goes nowhere.
const NOBODYS_ADDRESS = 'shop@mainshaft.invalid';

/** The mailer of these settings. Without `SMTP_URL` mails are files in `mail/` of the data directory. */
export function chooseMailer(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'SHOP_NAME'>,
  dataDir: string,
): OpenMailer {
  const from = {
    name: config.MAIL_FROM?.name ?? config.SHOP_NAME,
    address: config.MAIL_FROM?.address ?? NOBODYS_ADDRESS,
  };
  if (config.SMTP_URL !== undefined) return smtpMailer({ server: config.SMTP_URL, from });
  return { ...folderMailer(join(dataDir, 'mail'), { from }), async close() {} };
}
