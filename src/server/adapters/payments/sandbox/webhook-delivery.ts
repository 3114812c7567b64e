/**
 * Sends the sandbox's events to the shop's webhook, signed as Stripe signs them. Events are kept until they arrive or are
 * given up, so that one that was due when the process ended is sent after the next start.
 */
import { createHmac } from 'node:crypto';
import type { EventRecord, SandboxStore } from './sandbox-records.ts';

/** Waits before the second try and each one after it; after the last, an event is given up. */
const RETRY_DELAYS_SECONDS = [1, 5, 30, 120, 600, 3_600];
const ANSWER_WITHIN_MS = 10_000;
/** How long a claimed event belongs to its claimer: longer than a try can take. */
const LEASE_MS = 15_000;
/** A wait longer than this is slept in parts, since other processes may put events in too. */
const SLEEP_MAX_MS = 60_000;
const AFTER_FAULT_MS = 5_000;

/** Where the sandbox says what went wrong; the shop's log fits. */
export type SandboxLog = {
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
};

export type WebhookDeliveryOptions = {
  readonly store: SandboxStore;
  readonly webhookUrl: URL;
  readonly webhookSecret: string;
  readonly now: () => Date;
  readonly log: SandboxLog;
  readonly retryDelaysSeconds?: readonly number[] | undefined;
};

export type WebhookDelivery = {
  /** Begins to send what is due. */
  start(): void;
  /** Says that an event was put in. Does nothing before `start`. */
  wake(): void;
  /** Breaks off what is being sent, which is sent again after the next start, and resolves when nothing runs any more. */
  stop(): Promise<void>;
};

export function createWebhookDelivery(options: WebhookDeliveryOptions): WebhookDelivery {
  const { store, now, log } = options;
  const delays = options.retryDelaysSeconds ?? RETRY_DELAYS_SECONDS;
  let stopping = new AbortController();
  let started = false;
  let wanted = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const wake = (): void => {
    if (!started) return;
    wanted = true;
    clearTimeout(timer);
    running ??= run().finally(() => {
      running = null;
      // Something may have come in between the last look and now.
      if (wanted) wake();
    });
  };

  const run = async (): Promise<void> => {
    wanted = false;
    let sleepMs = SLEEP_MAX_MS;
    try {
      while (!stopping.signal.aborted) {
        const event = await store.claimDueEvent(now(), new Date(now().getTime() + LEASE_MS));
        if (event === null) break;
        await deliver(event);
      }
      const dueAt = await store.nextEventDueAt();
      if (dueAt !== null) sleepMs = Math.min(SLEEP_MAX_MS, Math.max(0, dueAt.getTime() - now().getTime()));
    } catch (error) {
      log.error({ err: error }, 'the payment sandbox cannot reach its events');
      sleepMs = AFTER_FAULT_MS;
    }
    if (stopping.signal.aborted) return;
    // Not less than a moment, so that a clock that stands still cannot make this spin.
    timer = setTimeout(wake, Math.max(20, sleepMs));
    timer.unref();
  };

  const deliver = async (event: EventRecord): Promise<void> => {
    const outcome = await post(event);
    if (outcome === 'delivered') {
      await store.markEventDelivered(event.id, now());
    } else if (outcome === 'broken off') {
      await store.returnEvent(event.id, now(), false);
    } else {
      const delaySeconds = delays[event.attempts - 1];
      const dueAt = delaySeconds === undefined ? null : new Date(now().getTime() + delaySeconds * 1_000);
      await store.returnEvent(event.id, dueAt, true);
      log.warn(
        { eventId: event.id, tries: event.attempts, reason: outcome.reason },
        dueAt === null ? 'payment webhook given up' : 'payment webhook not delivered; it will be tried again',
      );
    }
  };

  const post = async (event: EventRecord): Promise<'delivered' | 'broken off' | { reason: string }> => {
    try {
      const response = await fetch(options.webhookUrl, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'Stripe-Signature': signatureHeader(event.body, options.webhookSecret, now()),
        },
        body: event.body,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await response.body?.cancel();
      return response.ok ? 'delivered' : { reason: `answered ${response.status}` };
    } catch (error) {
      if (stopping.signal.aborted) return 'broken off';
      return { reason: error instanceof Error ? error.message : 'unknown' };
    }
  };

  return {
    start() {
      if (started) return;
      started = true;
      stopping = new AbortController();
      wake();
    },
    wake,
    async stop() {
      started = false;
      wanted = false;
      clearTimeout(timer);
      stopping.abort();
      await running;
    },
  };
}

/** The header `Stripe-Signature`: the time, and the HMAC of time and body (https://docs.stripe.com/webhooks/signature). */
export function signatureHeader(body: string, webhookSecret: string, at: Date): string {
  const timestamp = Math.floor(at.getTime() / 1_000);
  const signature = createHmac('sha256', webhookSecret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
