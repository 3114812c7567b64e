/** What some calls send, and parts of calls: the budgets that more than one test holds them to. */

export const PART = 1;
/** The rows, and how many there are in all. */
export const LIST = 2;
/** The same, and the names of the parts that they are about. */
export const REVIEWS = LIST + 1;
/** Whether there is the part, and the stars. */
export const RATING = 2;
export const FITMENTS = PART + 1;
/**
 * What replaced what, and the parts of these numbers; who shares its numbers, these parts, and their numbers;
 * what goes with it, by two.
 */
export const RELATED = PART + 2 + 3 + 2;
/** Brands, types, kinds, and how many parts each has. */
export const SHELVES = 4;
/** Rows and facets together. */
export const BY_WORDS = 1;
/** What the number stands on; facets; rows. */
export const BY_NUMBER = 3;
/** Facets; rows. How many parts each brand, type and grade has is known by the shelves. */
export const BROWSED = 2;

/** Whose token it is. */
export const CALLER = 1;
export const ORDER = 1;
/** Locked, then read. */
export const LOCKED_ORDER = 2;
export const BEGIN_COMMIT = 2;
/** In the audit log. */
export const ENTRY = 1;
export const JOB = 1;
/**
 * The buyer, locked, and their unpaid orders; the levels, locked, and the parts; a number. Then the order; its
 * lines, with the event; what it reserves; two jobs, its expiry and a mail.
 */
export const PLACING = BEGIN_COMMIT + 5 + 5;
/** It is paid, with the events; the levels, locked, and what is shipped; a job for the mail; the attempt. */
export const SETTLING = BEGIN_COMMIT + LOCKED_ORDER + 5;
/**
 * No payment may begin; the attempt that is open. It is closed, with the event; the levels, locked, and what is released; the
 * attempt; who did it; a job for the mail. The orders that are left, which nobody counts.
 */
export const CANCELLING = BEGIN_COMMIT + LOCKED_ORDER + 1 + 1 + BEGIN_COMMIT + 1 + 2 + 1 + ENTRY + JOB + 1;

/** The money that is claimed of the payment: opened, locked, and claimed; the refund; who did it; the job. */
export const CLAIMING = 3 + 1 + ENTRY + JOB;
export const REFUND = 1;
/** As the provider says: the order and the claims, locked, and the refund behind them; how it moves on; a mail. */
export const SENDING = BEGIN_COMMIT + LOCKED_ORDER + 1 + REFUND + 1 + JOB;
/** How much of an order has gone back, and that it is refunded. */
export const GIVEN_BACK = 2;
export const REFUNDING = BEGIN_COMMIT + LOCKED_ORDER + CLAIMING + REFUND + SENDING + GIVEN_BACK;

/** What people compare of a part: before a change, and after it. */
export const FACTS = 1;
/** How it is planned; what the search reads of a part; the words of it that are new. */
export const SEARCHED = 3;
/** Its id; the brand, which is there, so in vain and then read; the part, its level and what was received. */
export const ADDING = BEGIN_COMMIT + 1 + 2 + 3 + SEARCHED + FACTS + ENTRY;
/** By how many it is sold, locked; the change; the part as it is now. */
export const CHANGING = BEGIN_COMMIT + 1 + FACTS + 1 + SEARCHED + FACTS + ENTRY + PART;
