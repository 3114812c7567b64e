/** What an email address is, for the shop. */

/** Every address that HTML's `type=email` accepts, with a dotted domain. */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/** Characters of the longest address that is accepted. */
export const EMAIL_MAX_LENGTH = 254;

/** Characters of the shortest password that is accepted. */
export const PASSWORD_MIN_LENGTH = 6;
