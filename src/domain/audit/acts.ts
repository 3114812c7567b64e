/** What the audit log knows: the acts that it keeps, and how a person reads them. */

/** Every act that is kept, in the words of whoever reads the log. */
export const ACTS = {
  'part.added': 'Added a part',
  'part.changed': 'Changed a part',
  'part.removed': 'Removed a part',
  'stock.adjusted': 'Adjusted the stock',
  'picture.uploaded': 'Uploaded a picture',
  'import.uploaded': 'Brought a file to import',
  'import.applied': 'Applied an import',
  'import.finished': 'Finished an import',
  'import.cancelled': 'Cancelled an import',
  'file.exported': 'Exported data',
  'order.cancelled': 'Cancelled an order',
  'order.refunded': 'Refunded an order',
  'payment.refunded': 'Gave back a payment without an order',
  'refund.asked-again': 'Asked the provider again for a refund',
  'books.compared': 'Compared the books with the payment provider',
  'review.hidden': 'Hid a review',
  'review.shown': 'Showed a hidden review again',
  'profile.changed': "Changed another's profile",
  'jobs.retried': 'Had failed jobs tried again',
  'user.made-admin': 'Made an admin',
  'user.made-customer': "Took an admin's role away",
  'user.deactivated': 'Removed a user',
  'user.let-back-in': 'Let a removed user back in',
  'user.second-factor-reset': "Took away another's second factor",
  'account.made': 'Signed up',
  'account.renamed': 'Changed their name',
  'account.email-verified': 'Verified their email',
  'account.claimed': 'Made an account theirs alone with Google',
  'sign-in.done': 'Signed in',
  'sign-in.failed': 'Failed to sign in',
  'sign-in.asked-for-second-factor': 'Was asked for the second factor',
  'sign-in.ended': 'Signed out',
  'sign-in.ended-elsewhere': 'Signed out other devices',
  'password.link-mailed': 'Had a password link mailed',
  'password.reset': 'Set a new password by mail',
  'password.changed': 'Changed their password',
  'second-factor.turned-on': 'Turned on the second factor',
  'second-factor.turned-off': 'Turned off the second factor',
  'second-factor.shown': 'Showed the second factor again',
  'second-factor.failed': 'Gave a wrong code',
  'second-factor.codes-made': 'Made new recovery codes',
} as const satisfies Readonly<Record<`${string}.${string}`, string>>;

export type Act = keyof typeof ACTS;

/** Whether a text names an act. */
export function isAct(text: string): text is Act {
  return Object.hasOwn(ACTS, text);
}

/** What acts are done to. `account` is one of the embedded identity provider, by its subject; it may have no user yet. */
export const AUDIT_OBJECTS = {
  part: 'Part',
  order: 'Order',
  payment: 'Payment',
  refund: 'Refund',
  comparison: 'Comparison',
  user: 'User',
  account: 'Account',
  review: 'Review',
  profile: 'Profile',
  picture: 'Picture',
  import: 'Import',
  file: 'File',
  jobs: 'Jobs',
} as const;

export type AuditObjectKind = keyof typeof AUDIT_OBJECTS;

/** Whether a text names a kind of thing that the log knows. */
export function isAuditObject(text: string): text is AuditObjectKind {
  return Object.hasOwn(AUDIT_OBJECTS, text);
}

/** Who acted: a user of the shop, nobody who is known, whoever runs the server, or the shop by itself. */
export type AuthorKind = 'person' | 'nobody' | 'command' | 'shop';
