/** Watches what a page is made of while it is rendered, so that it can be kept until any of it changes, and says which outage it met. */
import { type ApiError, isApiError } from '#contract/kernel/api-error.ts';
import type { Client, Operation } from '#contract/kernel/operation.ts';
import { type ShopTable, table } from '#contract/table.ts';
import { shownByAnswers } from '#server/catalogue/shown-by-answers.ts';
import { type Shown, type ShownByName, STEADY, together } from '#server/platform/cache/shown.ts';
import { keptSinceMs } from '#server/platform/serve/in-process.ts';

export type WatchedCalls = {
  readonly api: Client<ShopTable>;
  /** What all answers so far show; undefined where a call failed, since the next one may not. */
  shown(): Shown | undefined;
  /** When the oldest of those that were kept had been made; undefined where none was. */
  sinceMs(): number | undefined;
  /** The first outage that a call has met. */
  outage(): ApiError | undefined;
};

// Each function is given the answers of its own operation.
const SHOWN_BY = shownByAnswers as ShownByName;
const TABLE: Readonly<Record<string, Operation | undefined>> = table;

/** The same calls, watched. */
export function watchCalls(api: Client<ShopTable>): WatchedCalls {
  let shown: Shown | undefined = STEADY;
  let outage: ApiError | undefined;
  let oldestMs = Number.POSITIVE_INFINITY;

  async function watch(name: string, call: CallableFunction, args: unknown[]): Promise<unknown> {
    try {
      const answer: unknown = await Reflect.apply(call, api, args);
      oldestMs = Math.min(oldestMs, keptSinceMs(answer) ?? oldestMs);
      if (shown !== undefined) shown = together(shown, shownIn(name, answer, args[0]));
      return answer;
    } catch (error) {
      shown = undefined;
      if (isApiError(error) && error.status === 503) outage ??= error;
      throw error;
    }
  }

  return {
    api: new Proxy(api, {
      get(target, name) {
        const call: unknown = Reflect.get(target, name);
        if (typeof name === 'symbol' || typeof call !== 'function') return call;
        return (...args: unknown[]) => watch(name, call, args);
      },
    }),
    shown: () => shown,
    sinceMs: () => (Number.isFinite(oldestMs) ? oldestMs : undefined),
    outage: () => outage,
  };
}

function shownIn(name: string, answer: unknown, given: unknown): Shown {
  const hasHeaders = TABLE[name]?.outputHeaders !== undefined;
  const body = hasHeaders ? memberOf(answer, 'body') : answer;
  return SHOWN_BY[name]?.(body, memberOf(given, 'query')) ?? 'anything';
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
