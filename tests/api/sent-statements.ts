/** Watches which statements a request of a shop in this process sends to the database, where the driver sends them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { requests } from '#server/platform/telemetry.ts';
import { watchQueries } from './pool-queries.ts';

/** More than a call takes at once: none has to be made while statements are counted that travel together. */
const CONNECTIONS = 8;

/** What one request has sent. */
export type Sent = {
  readonly statements: string[];
  /** Looks, which are no statements of its own. */
  readonly looks: Set<RegExp>;
  /**
   * How often it waited for the database: once for all that was sent together. It is how many statements the
   * longest row of them has in which each was sent when the one before it had been answered, so that it does
   * not depend on whether answers that travel together are read together.
   */
  waits: number;
  /** After how many waits what has been answered was sent. */
  answered: number;
};

/** What was sent, for whoever reads that it was too much. */
export const told = ({ statements }: Sent): string =>
  ['sent', ...statements.map((text) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 160)), ''].join('\n  ');

/**
 * Some times a second, whoever comes first looks for everybody whether the catalogue has changed, or the words
 * of the search. Time alone decides whose request that falls into.
 */
export const LOOKS = [/\bFROM catalogue_change\b/, /\(SELECT count\(\*\) FROM search_word\)/];

/** In the course of which request something is sent; what the queue or the payment sandbox send is in none. */
const ofRequest = new AsyncLocalStorage<Sent | undefined>();
/** That of requests that come now. */
let counted: Sent | undefined;

/** Has the connections of a pool made. */
async function fill(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()));
  for (const client of clients) client.release();
}

function note(sent: Sent, text: string, answer: unknown): void {
  const look = LOOKS.find((known) => known.test(text));
  if (look !== undefined) {
    sent.looks.add(look);
    return;
  }
  sent.statements.push(text);
  const wait = sent.answered + 1;
  sent.waits = Math.max(sent.waits, wait);
  const end = () => {
    sent.answered = Math.max(sent.answered, wait);
  };
  Promise.resolve(answer).then(end, end);
}

/** Watches these pools until it is told to end. One request at a time. */
export async function watchStatements(pools: readonly pg.Pool[]) {
  requests.start.bindStore(ofRequest, () => counted);
  const unwatch = pools.map((pool) =>
    watchQueries(pool, ({ text, answer }) => {
      const sent = ofRequest.getStore();
      if (sent !== undefined) note(sent, text, answer);
    }),
  );
  await Promise.all(pools.map(fill));
  return {
    /** What the one request sends that is made meanwhile. */
    async during<T>(ask: () => Promise<T>): Promise<{ readonly sent: Sent; readonly answer: T }> {
      const sent: Sent = { statements: [], looks: new Set(), waits: 0, answered: 0 };
      counted = sent;
      try {
        return { sent, answer: await ask() };
      } finally {
        counted = undefined;
      }
    },
    end() {
      requests.start.unbindStore(ofRequest);
      for (const end of unwatch) end();
    },
  };
}
