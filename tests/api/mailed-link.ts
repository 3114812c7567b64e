/** What stands in the link of a mail. */
import type { Mail } from '#server/mail/mailer.ts';
import type { UsersShop } from './identity-fixture.ts';

/** The mails of one kind that this address gets by working on what was asked for. */
export async function mailsOf(
  shop: UsersShop,
  email: string,
  kind: 'verify-email' | 'reset-password',
): Promise<Mail[]> {
  const sent: Mail[] = [];
  const jobs = shop.identity.jobs({
    mailer: { send: async (mail) => void sent.push(mail) },
    shop: { name: 'Mainshaft', url: 'https://parts.example/' },
  });
  if (kind === 'verify-email')
    for (const asked of shop.mailsAskedFor) await jobs['mail-email-verification'](asked);
  else for (const asked of shop.resetsAskedFor) await jobs['mail-password-reset'](asked);
  return sent.filter((mail) => mail.to === email);
}

/** The token in the newest of them; empty where there is none. */
export async function mailedLink(
  shop: UsersShop,
  email: string,
  kind: 'verify-email' | 'reset-password',
): Promise<string> {
  const link = new RegExp(`https://parts\\.example/${kind}\\?token=([\\w.-]+)`);
  return link.exec((await mailsOf(shop, email, kind)).at(-1)?.text ?? '')?.[1] ?? '';
}
