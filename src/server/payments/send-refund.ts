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
  if (refund?.status !== 'requested') return refund;
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
    await settleRefund(deps, told);
  } catch (error) {
    if (!isProviderRejected(error)) throw error;
    deps.log.error({ err: error, refundId }, 'the payment provider refused a refund');
    await giveUp(deps, refund, error.message);
  }
  return findRefund(deps.databases.write, refundId);
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

async function giveUp(deps: SettleDeps, { id, intentId, amountMinor }: Refund, why: string): Promise<void> {
  await inTransaction(deps.databases.write, async (tx) => {
    await lockClaims(tx, intentId);
    const was = await moveRefund(tx, id, { status: 'failed', providerId: null, failure: why }, deps.now());
    if (was !== undefined) await releaseClaim(tx, intentId, amountMinor);
  });
}
