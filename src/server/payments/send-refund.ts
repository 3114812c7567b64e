/** Asks the provider for a refund that is in the books. */
import { inTransaction } from '#server/platform/db/transaction.ts';
import { isProviderRejected, type ProviderRefund } from './payment-provider.ts';
import { findRefund, lockClaims, moveRefund, type Refund, releaseClaim } from './refund-store.ts';
import type { SettleDeps } from './settle-payment.ts';
import { settleRefund } from './settle-refund.ts';

/**
 * Providers keep a key for a day; from then on the same key would make another refund. So one that is older is looked for
 * among the payment's refunds first.
 */
const KEY_IS_KEPT_MS = 20 * 3_600_000;

/**
 * Asks for the refund, however often: it is made once. A provider that says no ends it as failed, and the money can be
 * asked back anew. Answers the refund as it is afterwards; undefined where there is none.
 *
 * @throws PaymentProviderUnavailable: nothing is known, so the refund stays as it is, to be asked for again
 */
export async function sendRefund(deps: SettleDeps, refundId: string): Promise<Refund | undefined> {
  const refund = await findRefund(deps.databases.write, refundId);
  return refund && sendKnownRefund(deps, refund);
}

/** The same for a refund that has just been read. */
export async function sendKnownRefund(deps: SettleDeps, refund: Refund): Promise<Refund | undefined> {
  if (refund.status !== 'requested') return refund;
  const moved = await ask(deps, refund);
  // Where somebody else was faster, it is as they left it.
  return moved?.id === refund.id ? moved : findRefund(deps.databases.write, refund.id);
}

/** Asks the provider, brings the books to its answer, and gives the refund that has moved on with that. */
async function ask(deps: SettleDeps, refund: Refund): Promise<Refund | undefined> {
  try {
    const earlier = isOld(deps, refund) ? await findAtProvider(deps, refund) : undefined;
    const told =
      earlier ??
      (await deps.payments.createRefund({
        refundId: refund.id,
        intentId: refund.intentId,
        amountMinor: refund.amountMinor,
        currency: refund.currency,
      }));
    return (await settleRefund(deps, told, refund)).moved;
  } catch (error) {
    if (!isProviderRejected(error)) throw error;
    deps.log.error({ err: error, refundId: refund.id }, 'the payment provider refused a refund');
    return giveUp(deps, refund, error.message);
  }
}

function isOld({ now }: SettleDeps, { requestedAt }: Refund): boolean {
  return now().getTime() - requestedAt.getTime() > KEY_IS_KEPT_MS;
}

async function findAtProvider(deps: SettleDeps, refund: Refund): Promise<ProviderRefund | undefined> {
  let after: string | null = null;
  do {
    const page = await deps.payments.listRefunds({ intentId: refund.intentId }, after);
    const found = page.items.find(({ refundId }) => refundId === refund.id);
    if (found !== undefined) return found;
    after = page.next;
  } while (after !== null);
  return undefined;
}

function giveUp(deps: SettleDeps, refund: Refund, why: string): Promise<Refund | undefined> {
  return inTransaction(deps.databases.write, async (tx) => {
    await lockClaims(tx, refund.intentId);
    const given = { status: 'failed', providerId: null, failure: why } as const;
    const move = await moveRefund(tx, refund, given, deps.now());
    if (move !== undefined) await releaseClaim(tx, refund.intentId, refund.amountMinor);
    return move?.moved;
  });
}
