/** Carries the provider's notices to the shop as badly as can be: late, twice, out of order, forged, and never. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '#main/demo/random.ts';
import type { AppProcess } from './app-process.ts';
import type { Notice, Provider } from './provider.ts';

export type Courier = {
  readonly delivered: () => number;
  readonly forged: () => number;
  /** Those that were never delivered. */
  readonly lost: () => readonly Notice[];
  /** Ends: what is on its way is let go. */
  stop(): Promise<void>;
};

export type CourierOptions = {
  readonly provider: Provider;
  readonly apps: readonly AppProcess[];
  readonly random: Random;
  readonly onFinding: (finding: string) => void;
};

const LOOK_EVERY_MS = 100;
const ANSWER_WITHIN_MS = 8_000;
const TRIES = 4;

export function openCourier({ provider, apps, random, onFinding }: CourierOptions): Courier {
  let isStopped = false;
  let seen = 0;
  let delivered = 0;
  let forged = 0;
  const lost: Notice[] = [];
  const onTheirWay = new Set<Promise<void>>();

  const send = async (notice: Notice, signature: (at: Date) => string): Promise<number> => {
    const app = random.pick(apps);
    try {
      const answer = await fetch(`${app.url}/api/webhooks/stripe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature(new Date()) },
        body: notice.body,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return 0;
    }
  };
  const deliver = async (notice: Notice, afterMs: number): Promise<void> => {
    await wait(afterMs);
    for (let tries = 1; tries <= TRIES; tries += 1) {
      if (isStopped) break;
      const status = await send(notice, (at) => provider.sign(notice.body, at));
      if (status === 200) {
        delivered += 1;
        return;
      }
      if (status === 500) onFinding(`500 at the notice ${notice.id}`);
      await wait(random.int(200, 1_000));
    }
    lost.push(notice);
  };
  const forge = async (notice: Notice): Promise<void> => {
    const body = notice.body.replace('payment_intent.', 'payment_intent.succeeded.');
    const status = await send({ ...notice, body }, (at) =>
      random.chance(0.5) ? provider.forge(body, at) : provider.sign(notice.body, at),
    );
    forged += 1;
    if (status >= 200 && status < 300) onFinding('a forged notice was believed');
  };
  const begin = (work: Promise<void>): void => {
    onTheirWay.add(work);
    void work.finally(() => onTheirWay.delete(work));
  };
  const look = async (): Promise<void> => {
    while (!isStopped) {
      const notices = await provider.noticesAfter(seen);
      seen += notices.length;
      for (const notice of random.shuffled(notices)) {
        const how = random.pick(['soon', 'soon', 'soon', 'late', 'twice', 'never', 'forged']);
        if (how === 'never') lost.push(notice);
        else begin(deliver(notice, how === 'late' ? random.int(2_000, 8_000) : random.int(0, 400)));
        if (how === 'twice') begin(deliver(notice, random.int(0, 800)));
        if (how === 'forged') begin(forge(notice));
      }
      await wait(LOOK_EVERY_MS);
    }
  };
  const looking = look();
  return {
    delivered: () => delivered,
    forged: () => forged,
    lost: () => lost,
    async stop() {
      isStopped = true;
      await looking;
      await Promise.all(onTheirWay);
    },
  };
}
