/** What a subscription to the newsletter is, and for how long its parts last. */

/**
 * `unconfirmed`: somebody typed the address, and nothing but the confirmation is sent there. `subscribed`: its owner
 * confirmed. `left`: they want no more, and may still think better of it.
 */
export const SUBSCRIPTION_STATUSES = ['unconfirmed', 'subscribed', 'left'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** How long a confirmation link is good, and an unconfirmed address is kept. */
export const CONFIRM_WITHIN_DAYS = 7;

/** How long somebody who left can come back by the link that they left by; then their address is forgotten. */
export const STAY_WITHIN_DAYS = 30;

/** How long an address is left alone after somebody has typed it. */
export const MAIL_PAUSE_MINUTES = 60;
