/** The load generator, a process of its own: autocannon, with every latency kept at its full precision. */
import autocannon from 'autocannon';
import { answerParent } from '../child-process.ts';
import { type Slice, type Timing, type Watched, watchSlice } from '../slice.ts';
import { type OrderLoad, orderRequests } from './order-requests.ts';
import { type PaymentLoad, paymentRequests } from './payment-requests.ts';

export type GetLoad = { readonly kind: 'get'; readonly headers: Readonly<Record<string, string>> };
export type LoadRequest = {
  readonly url: string;
  readonly load: GetLoad | OrderLoad | PaymentLoad;
  readonly timing: Timing;
  readonly watched: Watched;
};

/** A load ends by being stopped; this bounds one whose parent has been killed. */
const LONGEST_SECONDS = 3_600;
/** How often autocannon looks whether it is to stop. */
const STOP_CHECK_MS = 20;

async function makeLoad({ url, load, timing, watched }: LoadRequest): Promise<Slice> {
  const payments = load.kind === 'payments' ? await paymentRequests(load) : undefined;
  const requests = load.kind === 'orders' ? [await orderRequests(load)] : payments && [payments.request];
  const request = load.kind === 'get' ? { headers: load.headers } : { requests: requests ?? [] };
  const failures = new Map<string, number>();
  const fail = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1);
  const slice = await watchSlice(timing, watched, (record) => {
    const run = autocannon(
      {
        url,
        connections: timing.connections,
        duration: LONGEST_SECONDS,
        sampleInt: STOP_CHECK_MS,
        ...request,
      },
      (error: unknown) => {
        if (error) throw error;
      },
    );
    const ended = new Promise<void>((resolve) => run.once('done', () => resolve()));
    run.on('response', (_client, status, _bytes, latencyMs) => {
      if ((status >= 200 && status < 300) || status === 304) record(latencyMs);
      else fail(`status ${status}`);
    });
    run.on('reqError', (error) => fail(String(error)));
    return () => {
      run.stop();
      return ended;
    };
  });
  if (payments?.isExhausted()) throw new Error('The payments that were prepared were not enough');
  if (failures.size > 0) {
    const list = [...failures].map(([what, count]) => `${count} × ${what}`).join(', ');
    throw new Error(`${url} failed under load: ${list}`);
  }
  return slice;
}

answerParent<LoadRequest, Slice>(makeLoad);
