/**
 * The load generator, a process of its own, with every latency kept at its full precision: autocannon, and a plainer one for what is
 * the same request each time.
 */
import autocannon from 'autocannon';
import { answerParent } from '../child-process.ts';
import { type OnAnswer, type Slice, type Timing, type Watched, watchSlice } from '../slice.ts';
import { type ChangedPagesLoad, loadChangedPages } from './changed-pages.ts';
import { type OrderLoad, orderRequests } from './order-requests.ts';
import { type PaymentLoad, paymentRequests } from './payment-requests.ts';
import { askPlainly } from './plain-gets.ts';
import { headersOf, methodOf, type Question } from './question.ts';

export type GetLoad = {
  readonly kind: 'get';
  readonly headers: Readonly<Record<string, string>>;
  /** Asked for by turns, instead of the one in the address. */
  readonly paths?: readonly string[];
  /** What stands in the query under this name is another text in each request; where it is read, nothing kept can answer. */
  readonly uniqueBy?: string;
};
export type QuestionLoad = {
  readonly kind: 'questions';
  readonly headers: Readonly<Record<string, string>>;
  /** Asked by turns. */
  readonly questions: readonly Question[];
  /** As in {@link GetLoad}; added to the query that a question has. */
  readonly uniqueBy?: string | undefined;
  /** Of a whole answer with its headers: a shorter one is a failure, whatever its status. */
  readonly leastBytes: number;
};
export type LoadRequest = {
  /** Several servers share the connections. */
  readonly url: string | readonly string[];
  readonly load: GetLoad | QuestionLoad | OrderLoad | PaymentLoad | ChangedPagesLoad;
  readonly timing: Timing;
  readonly watched: Watched;
};

/** A load ends by being stopped; this bounds one whose parent has been killed. */
const LONGEST_SECONDS = 3_600;
/** A shop that takes seconds is slow, not broken. */
const PATIENCE_SECONDS = 120;
/** How often autocannon looks whether it is to stop. */
const STOP_CHECK_MS = 20;

/** What a load tells of each answer. */
type Told = { readonly record: OnAnswer; readonly fail: (what: string) => void };
/** Starts a load on all its servers; answers how to stop it. */
type Start = (told: Told) => () => Promise<void>;

async function makeLoad({ url, load, timing, watched }: LoadRequest): Promise<Slice> {
  const urls = typeof url === 'string' ? [url] : url;
  if (load.kind === 'changed') return loadChangedPages(urls[0] ?? '', load, timing, watched);
  const failures = new Map<string, number>();
  const fail = (what: string) => void failures.set(what, (failures.get(what) ?? 0) + 1);
  const connections = Math.ceil(timing.connections / urls.length);
  const payments = load.kind === 'payments' ? await paymentRequests(load) : undefined;
  const start = isSameEachTime(load)
    ? plainly(urls, connections, load)
    : byAutocannon(urls, connections, load, await requestOf(load, urls[0], payments?.request));
  const slice = await watchSlice(timing, watched, (record) => start({ record, fail }));
  if (payments?.isExhausted()) throw new Error('The payments that were prepared were not enough');
  if (failures.size > 0) {
    const list = [...failures].map(([what, count]) => `${count} × ${what}`).join(', ');
    throw new Error(`${urls.join(', ')} failed under load: ${list}`);
  }
  return slice;
}

const isSameEachTime = (load: LoadRequest['load']): load is GetLoad =>
  load.kind === 'get' && load.paths === undefined && load.uniqueBy === undefined;

const plainly =
  (urls: readonly string[], connections: number, { headers }: GetLoad): Start =>
  ({ record, fail }) => {
    const onAnswer = (status: number, latencyMs: number) =>
      isGood(status) ? record(latencyMs) : fail(`status ${status}`);
    const onError = ({ message }: Error) => fail(message);
    const stops = urls.map((url) => askPlainly({ url, headers, connections, onAnswer, onError }));
    return async () => void (await Promise.all(stops.map((stop) => stop())));
  };

const byAutocannon =
  (
    urls: readonly string[],
    connections: number,
    load: LoadRequest['load'],
    request: Pick<autocannon.Options, 'headers' | 'requests'>,
  ): Start =>
  ({ record, fail }) => {
    const leastBytes = load.kind === 'questions' ? load.leastBytes : 0;
    const settings = { duration: LONGEST_SECONDS, timeout: PATIENCE_SECONDS, sampleInt: STOP_CHECK_MS };
    const runs = urls.map((url) =>
      autocannon({ url, connections, ...settings, ...request }, (error: unknown) => {
        if (error) throw error;
      }),
    );
    const ended = Promise.all(
      runs.map((run) => new Promise<void>((resolve) => run.once('done', () => resolve()))),
    );
    for (const run of runs) {
      run.on('response', (_client, status, bytes, latencyMs) => {
        if (isGood(status) && bytes >= leastBytes) record(latencyMs);
        else fail(isGood(status) ? 'an answer that is too short' : `status ${status}`);
      });
      run.on('reqError', (error) => fail(String(error)));
    }
    return async () => {
      for (const run of runs) run.stop();
      await ended;
    };
  };

const isGood = (status: number) => (status >= 200 && status < 300) || status === 304;

/** Of all requests that are made by turns, over all loads. */
let turn = 0;

/** What autocannon is told to ask. */
async function requestOf(
  load: LoadRequest['load'],
  url: string | undefined,
  payment: autocannon.Request | undefined,
): Promise<Pick<autocannon.Options, 'headers' | 'requests'>> {
  if (payment !== undefined) return { requests: [payment] };
  if (load.kind === 'orders') return { requests: [await orderRequests(load)] };
  if (load.kind === 'questions') return { requests: [questionRequests(load)] };
  if (load.kind !== 'get') return {};
  const { headers, uniqueBy, paths = [new URL(url ?? '').pathname] } = load;
  const next = (): string => {
    turn += 1;
    const path = paths[turn % paths.length] ?? '/';
    return uniqueBy ? `${path}?${uniqueBy}=${turn}` : path;
  };
  return { headers, requests: [{ setupRequest: (request) => ({ ...request, path: next() }) }] };
}

function questionRequests({ headers, questions, uniqueBy }: QuestionLoad): autocannon.Request {
  return {
    setupRequest(request) {
      turn += 1;
      const question = questions[turn % questions.length] ?? { path: '/' };
      const { path, body } = question;
      return {
        ...request,
        method: methodOf(question),
        path: uniqueBy ? `${path}${path.includes('?') ? '&' : '?'}${uniqueBy}=${turn}` : path,
        headers: headersOf(question, headers),
        body,
      };
    },
  };
}

answerParent<LoadRequest, Slice>(makeLoad);
