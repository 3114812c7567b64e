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
/** No payment may begin; the attempt that is open; what closing writes, one by one; the list. */
export const CANCELLING = BEGIN_COMMIT + LOCKED_ORDER + 1 + 1 + BEGIN_COMMIT + LOCKED_ORDER + 8 + LIST;
