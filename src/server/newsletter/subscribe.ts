/** Asking for the newsletter, confirming, leaving, coming back. */
import { randomUUID } from 'node:crypto';
import {
  CONFIRM_WITHIN_DAYS,
  MAIL_PAUSE_MINUTES,
  STAY_WITHIN_DAYS,
} from '#domain/newsletter/subscription.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import type { Db } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Enqueue } from '#server/platform/queue.ts';
import {
  confirmRequest,
  deleteOld,
  findByRequest,
  markLeft,
  noteRequest,
  undoLeaving,
} from './newsletter-store.ts';
import type { NewsletterTokens } from './newsletter-tokens.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export type NewsletterDeps = {
  readonly db: Db;
  readonly enqueue: Enqueue;
  readonly tokens: NewsletterTokens;
  readonly now: () => Date;
};

/**
 * Notes that somebody asked for the newsletter at this address (in lower case), and asks for a mail to it unless one was
 * asked for within the hour. Nobody learns from it who is on the list.
 */
export async function subscribe({ db, enqueue, now }: NewsletterDeps, email: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const moment = now();
    const pausedSince = new Date(moment.getTime() - MAIL_PAUSE_MINUTES * MINUTE_MS);
    const noted = await noteRequest(tx, { email, requestId: randomUUID(), now: moment, pausedSince });
    if (noted === undefined) return;
    const about = noted.status === 'subscribed' ? 'already' : 'confirmation';
    await enqueue(tx, 'mail-about-newsletter', { requestId: noted.requestId, about, noticeId: randomUUID() });
  });
}

/** Makes a subscriber of who holds the token of a confirmation link. Again does no harm. */
export async function confirmSubscription(
  { db, enqueue, tokens, now }: NewsletterDeps,
  token: string,
): Promise<{ readonly email: string } | Refusal<'INVALID_TOKEN' | 'TOKEN_EXPIRED', undefined>> {
  const claims = tokens.confirm.open(token);
  if (claims === null) return refuse('INVALID_TOKEN');
  const isOver = now().getTime() - claims.issuedAt.getTime() > CONFIRM_WITHIN_DAYS * DAY_MS;
  return inTransaction(db, async (tx) => {
    const { requestId } = claims;
    // Whoever has confirmed may look at the page again, however late.
    const isNew = !isOver && (await confirmRequest(tx, requestId, now()));
    if (isNew)
      await enqueue(tx, 'mail-about-newsletter', { requestId, about: 'welcome', noticeId: requestId });
    const subscription = await findByRequest(tx, requestId);
    if (subscription?.status === 'subscribed') return { email: subscription.email };
    return refuse(isOver ? 'TOKEN_EXPIRED' : 'INVALID_TOKEN');
  });
}

/** Takes the address of a token off the list, where it is on it. */
export async function leave(
  { db, tokens, now }: NewsletterDeps,
  token: string,
): Promise<{ readonly email: string } | Refusal<'INVALID_TOKEN', undefined>> {
  const claims = tokens.leave.open(token);
  if (claims === null) return refuse('INVALID_TOKEN');
  await markLeft(db, claims.email, now());
  return claims;
}

/** Undoes leaving. */
export async function stay(
  { db, tokens, now }: NewsletterDeps,
  token: string,
): Promise<{ readonly email: string } | Refusal<'INVALID_TOKEN' | 'NOT_ON_THE_LIST', undefined>> {
  const claims = tokens.leave.open(token);
  if (claims === null) return refuse('INVALID_TOKEN');
  const status = await inTransaction(db, (tx) => undoLeaving(tx, claims.email, now()));
  return status === 'subscribed' ? claims : refuse('NOT_ON_THE_LIST');
}

/** Forgets addresses that were never confirmed, and those of people who left. For a job that runs now and then. */
export async function forgetSubscriptions(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await deleteOld(db, {
    unconfirmedSince: daysAgo(CONFIRM_WITHIN_DAYS),
    leftSince: daysAgo(STAY_WITHIN_DAYS),
  });
}
