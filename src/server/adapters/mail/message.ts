/** A mail as the library that builds messages is told of it: the same whichever way it goes. */
import type { Mail } from '#server/mail/mailer.ts';

export type Sender = { readonly name: string; readonly address: string };

/** The message of a mail. Nothing in it may make this process read files or fetch addresses. */
export function messageOf(mail: Mail, from: Sender, at: Date) {
  const { to, subject, text, html, messageId, oneClickUnsubscribeUrl: unsubscribe } = mail;
  return {
    from,
    // As an object it is one address whatever is in it, never a list.
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${messageId}>`,
    date: at,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
