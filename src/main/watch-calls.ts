/**
 * Watches what a page is made of while it is rendered, so that it can be kept as long as all of that says the same, and says
 * which outage it met.
 */
import { type ApiError, isApiError } from '#contract/kernel/api-error.ts';
import type { Client } from '#contract/kernel/operation.ts';
import type { ShopTable } from '#contract/table.ts';
import type { Confirmed } from '#server/platform/cache/made-answer.ts';
import { type Shown, STEADY, together } from '#server/platform/cache/shown.ts';
import { takenFrom } from '#server/platform/serve/in-process.ts';

export type WatchedCalls = {
  readonly api: Client<ShopTable>;
  /** What all answers so far show: of one that was not kept, anything. Undefined where a call failed, since the next one may not. */
  shown(): Shown | undefined;
  /** When the oldest of those that were kept had been made; undefined where none was. */
  sinceMs(): number | undefined;
  /** Makes these calls again, if need be: whether each is still answered as it was (see `ForEverybody`). */
  confirm(): Promise<Confirmed | undefined>;
  /** The first outage that a call has met. */
  outage(): ApiError | undefined;
};

/** The same calls, watched. */
export function watchCalls(api: Client<ShopTable>): WatchedCalls {
  let shown: Shown | undefined = STEADY;
  let outage: ApiError | undefined;
  let oldestMs = Number.POSITIVE_INFINITY;
  const calls: { readonly again: () => Promise<unknown>; readonly lineage: object | undefined }[] = [];

  async function watch(call: CallableFunction, args: unknown[]): Promise<unknown> {
    const [given] = args;
    try {
      const answer: unknown = await Reflect.apply(call, api, args);
      const from = takenFrom(answer);
      oldestMs = Math.min(oldestMs, from?.sinceMs ?? oldestMs);
      calls.push({ again: () => Reflect.apply(call, api, [given]), lineage: from?.lineage });
      if (shown !== undefined) shown = together(shown, from?.shown ?? 'anything');
      return answer;
    } catch (error) {
      shown = undefined;
      if (isApiError(error) && error.status === 503) outage ??= error;
      throw error;
    }
  }

  async function confirm(): Promise<Confirmed | undefined> {
    // One that was not kept may say anything by now.
    if (calls.some(({ lineage }) => lineage === undefined)) return undefined;
    const since = await Promise.all(
      calls.map(async ({ again, lineage }) => {
        const from = takenFrom(await again());
        return from?.lineage === lineage ? from?.sinceMs : undefined;
      }),
    );
    const known = since.filter((ms) => ms !== undefined);
    return known.length === 0 || known.length < since.length ? undefined : { sinceMs: Math.min(...known) };
  }

  return {
    api: new Proxy(api, {
      get(target, name) {
        const call: unknown = Reflect.get(target, name);
        if (typeof name === 'symbol' || typeof call !== 'function') return call;
        return (...args: unknown[]) => watch(call, args);
      },
    }),
    shown: () => shown,
    sinceMs: () => (Number.isFinite(oldestMs) ? oldestMs : undefined),
    confirm,
    outage: () => outage,
  };
}
