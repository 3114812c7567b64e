/** What the shop writes to people about its newsletter. */
import { CONFIRM_WITHIN_DAYS } from '#domain/newsletter/subscription.ts';
import { type MailingShop, type WrittenMail, writeMail } from '#server/mail/write-mail.ts';

export type NewsletterMail = WrittenMail & { readonly oneClickUnsubscribeUrl?: string };

/** Asks the owner of an address whether it was them who typed it. Nothing else is sent before they have said so. */
export function newsletterConfirmationMail(shop: MailingShop, confirmToken: string): NewsletterMail {
  const { name, base } = place(shop);
  const body = writeMail(
    { name, url: base },
    {
      preheader: `One click, and the ${name} newsletter comes to you.`,
      headline: 'Confirm your subscription',
      paragraphs: [
        `Somebody, we hope you, asked for the ${name} newsletter at this address. Open the link and confirm, and it will come to you.`,
        `The link is good for ${CONFIRM_WITHIN_DAYS} days. If it was not you, there is nothing to do: without your word we send nothing more, and forget the address after ${CONFIRM_WITHIN_DAYS} days.`,
      ],
      action: { label: 'Confirm subscription', url: `${base}/newsletter/confirm?token=${confirmToken}` },
      items: [],
      facts: [],
      notes: ['You get this mail because this address was typed into our newsletter form.'],
    },
  );
  return { subject: `Confirm your ${name} newsletter`, ...body };
}

/** The first mail of a subscription. Like every mail of the newsletter it says how to leave. */
export function newsletterWelcomeMail(shop: MailingShop, leaveToken: string): NewsletterMail {
  const { name, base } = place(shop);
  return listMail(shop, leaveToken, {
    subject: `You are on the ${name} newsletter`,
    preheader: 'New parts, prices and stock, now and then.',
    headline: 'You are on the list',
    paragraphs: [
      `Thank you for confirming. From now on you hear from us when there is something worth a mechanic's time: new ranges, vehicles that we cover, parts that are back in stock.`,
      'You can leave whenever you like, by one click in any of our mails.',
    ],
    action: { label: 'Find parts', url: `${base}/catalogue` },
  });
}

/** For somebody who asked again: the answer on the page is the same for everybody, so it is told here. */
export function newsletterAlreadyMail(shop: MailingShop, leaveToken: string): NewsletterMail {
  const { name, base } = place(shop);
  return listMail(shop, leaveToken, {
    subject: `You already get the ${name} newsletter`,
    preheader: 'Nothing has changed, and there is nothing to do.',
    headline: 'You are on the list already',
    paragraphs: [
      `Somebody, perhaps you, asked for the ${name} newsletter at this address. It comes here already, so nothing has changed and there is nothing to do.`,
    ],
    action: { label: 'Find parts', url: `${base}/catalogue` },
  });
}

type ListMail = {
  readonly subject: string;
  readonly preheader: string;
  readonly headline: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
};

/** The ways to leave that every mail to a subscriber has: a page for them, and what mail programs post to (RFC 8058). */
export function waysToLeave(shop: MailingShop, leaveToken: string) {
  const { base } = place(shop);
  return {
    pageUrl: `${base}/newsletter/leave?token=${leaveToken}`,
    oneClickUrl: `${base}/api/newsletter/one-click?token=${leaveToken}`,
  };
}

/** A mail to a subscriber, with every way to leave. */
function listMail(shop: MailingShop, leaveToken: string, { subject, ...said }: ListMail): NewsletterMail {
  const { name, base } = place(shop);
  const { pageUrl, oneClickUrl } = waysToLeave(shop, leaveToken);
  const body = writeMail(
    { name, url: base },
    {
      ...said,
      items: [],
      facts: [],
      notes: ['You get this mail because you confirmed your subscription to our newsletter.'],
      links: [{ label: 'Leave the newsletter', url: pageUrl }],
    },
  );
  return { subject, ...body, oneClickUnsubscribeUrl: oneClickUrl };
}

function place({ name, url }: MailingShop) {
  return { name, base: url.replace(/\/+$/, '') };
}
