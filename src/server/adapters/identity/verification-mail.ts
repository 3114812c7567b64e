/** The mails whose link verifies an email: the first of an account welcomes, too. */
import { type MailingShop, type WrittenMail, writeMail } from '#server/mail/write-mail.ts';
import { VERIFICATION_LIFETIME_HOURS } from './verification-tokens.ts';

// Nothing of what was typed at sign-up is in them: anyone can type anything there, and any address.
const NOT_YOU = `The link is good for ${VERIFICATION_LIFETIME_HOURS} hours. If it was not you, there is nothing to do.`;

/** For somebody who has just signed up. */
export function welcomeMail({ name, url }: MailingShop, token: string): WrittenMail {
  const base = url.replace(/\/+$/, '');
  const body = writeMail(
    { name, url: base },
    {
      preheader: 'One click shows that this address is yours.',
      headline: `Welcome to ${name}`,
      paragraphs: [
        'Somebody made an account with this email address. If it was you, good to have you here: open the link to show that the address is yours.',
        'Then find parts by their number, by any number that they replace or by the vehicle that they fit, order them at wholesale prices, and see each order on its way.',
        NOT_YOU,
      ],
      action: { label: 'Verify this email', url: verifyUrl(base, token) },
      items: [],
      facts: [],
      notes: ['You get this mail because an account was made with this address.'],
      links: [{ label: 'Find parts', url: `${base}/catalogue` }],
    },
  );
  return { subject: `Welcome to ${name}: verify your email`, ...body };
}

/** For somebody who asked for the link again. */
export function verificationMail({ name, url }: MailingShop, token: string): WrittenMail {
  const base = url.replace(/\/+$/, '');
  const body = writeMail(
    { name, url: base },
    {
      headline: 'Verify your email',
      paragraphs: [
        'Somebody has an account with this email address. If it is you, open the link to show that the address is yours.',
        NOT_YOU,
      ],
      action: { label: 'Verify this email', url: verifyUrl(base, token) },
      items: [],
      facts: [],
      notes: ['You get this mail because it was asked for in an account with this address.'],
    },
  );
  return { subject: 'Verify your email', ...body };
}

function verifyUrl(base: string, token: string): string {
  return `${base}/verify-email?token=${token}`;
}
