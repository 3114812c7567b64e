/** The mails about the safety of an account. */
import { momentText } from '#domain/moment-text.ts';
import { type MailingShop, type WrittenMail, writeMail } from '#server/mail/write-mail.ts';
import type { Jobs } from '#server/platform/queue.ts';

/** What a mail tells of. */
export type SecurityNotice = Jobs['mail-security-notice']['about'];

type Words = { readonly subject: string; readonly happened: string; readonly unlessYou: string };

const RESET_AND_LOOK =
  'If it was not you, set a new password now: that signs out every device. Then tell whoever runs the shop.';

const WORDS: Readonly<Record<SecurityNotice, Words>> = {
  'second-factor-on': {
    subject: 'Your second factor is on',
    happened:
      'From now on signing in to your account takes a code of your app as well as your password. All other devices were signed out.',
    unlessYou: RESET_AND_LOOK,
  },
  'second-factor-off': {
    subject: 'Your second factor is off',
    happened: 'Signing in to your account takes nothing but your password from now on.',
    unlessYou: RESET_AND_LOOK,
  },
  'second-factor-reset': {
    subject: 'Your second factor was taken away',
    happened:
      'Somebody who runs the shop has taken the second factor of your account away, and signed out all of its devices. Sign in with your password, and set up a new one under Security.',
    unlessYou: 'If you did not ask for this, write to whoever runs the shop.',
  },
  'recovery-codes-new': {
    subject: 'You have new recovery codes',
    happened: 'New recovery codes were made for your account. The old ones are no longer good.',
    unlessYou: RESET_AND_LOOK,
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    happened: 'Somebody signed in to your account, or changed its security, with one of your recovery codes.',
    unlessYou: RESET_AND_LOOK,
  },
  'wrong-codes': {
    subject: 'Somebody who knows your password gave wrong codes',
    happened:
      'Your password was right, but the codes that followed were wrong, so many times that we take no more for a while. Your account is safe as long as your app is yours.',
    unlessYou:
      'If it was not you, somebody knows your password. Set a new one now: then nobody else uses up your tries, and you have one again within five minutes.',
  },
  'password-changed': {
    subject: 'Your password is changed',
    happened: 'Your account has a new password. All other devices were signed out.',
    unlessYou: RESET_AND_LOOK,
  },
  'account-claimed': {
    subject: 'Your account is signed in to with Google now',
    happened:
      'Your account was signed in to with Google, in a browser that was new to it. In case somebody else had made it with your address, the password that it had is no longer good, and all other devices were signed out. Go on with Google, or set a new password.',
    unlessYou: RESET_AND_LOOK,
  },
};

/** Subject and body. Nothing in it was typed by anybody. */
export function securityMail({ name, url }: MailingShop, about: SecurityNotice, at: Date): WrittenMail {
  const base = url.replace(/\/+$/, '');
  const { subject, happened, unlessYou } = WORDS[about];
  const body = writeMail(
    { name, url: base },
    {
      headline: subject,
      paragraphs: [happened, 'If it was you, there is nothing to do.', unlessYou],
      action: { label: 'Set a new password', url: `${base}/forgot-password` },
      items: [],
      facts: [{ label: 'When', value: momentText(at) }],
      notes: [`You get this mail because it is about the safety of your account at ${name}.`],
      links: [{ label: 'Security of your account', url: `${base}/dashboard/security` }],
    },
  );
  return { subject, ...body };
}
