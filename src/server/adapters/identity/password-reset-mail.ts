/** The mail whose link sets a new password. */
import { type MailingShop, writeMail } from '#server/mail/write-mail.ts';
import { RESET_LIFETIME_MINUTES } from './reset-tokens.ts';

/**
 * Subject and body. `hasPassword` is false for an account that has only been signed in to with Google so far. Nothing
 * that somebody typed is in it: anyone can ask for it.
 */
export function passwordResetMail(
  { name, url }: MailingShop,
  { token, hasPassword }: { readonly token: string; readonly hasPassword: boolean },
): { readonly subject: string; readonly text: string; readonly html: string } {
  const base = url.replace(/\/+$/, '');
  const subject = hasPassword ? 'Choose a new password' : 'Choose a password';
  const body = writeMail(
    { name, url: base },
    {
      headline: subject,
      paragraphs: [
        hasPassword
          ? `Somebody asked for a new password for your account at ${name}. If it was you, open the link and choose one.`
          : `Somebody asked for a password for your account at ${name}, which has none so far. If it was you, open the link and choose one.`,
        `The link is good for ${RESET_LIFETIME_MINUTES} minutes and once. All devices are signed out then.`,
        'If it was not you, there is nothing to do: nothing changes unless the link is opened.',
      ],
      action: { label: subject, url: `${base}/reset-password?token=${token}` },
      items: [],
      facts: [],
    },
  );
  return { subject, ...body };
}
