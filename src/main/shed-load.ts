/** Where load is shed: before anything is read of a request that would only wait. */
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { Operation } from '#contract/kernel/operation.ts';
import { ordering } from '#contract/ordering.ts';
import { payments } from '#contract/payments.ts';
import type { Importance, LoadGauge } from '#server/platform/load.ts';
import { answerFailure } from '#server/platform/serve/answer.ts';
import { failWithRetry } from '#server/platform/serve/failure.ts';
import { BASE_PATH, requestIdOf } from '#server/platform/serve/http.ts';
import { busyPage } from './busy-page.ts';

/** Orders, payments and the provider's notices: by method and how the path begins. */
const VITAL: readonly (readonly [method: string, start: string])[] = [
  ...Object.values<Operation>({ ...ordering, ...payments })
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => [method, `${BASE_PATH}${path.split('{', 1)[0]}`] as const),
  ['POST', '/sandbox/'],
];

function importanceOf(method: string, path: string): Importance {
  return VITAL.some(([vital, start]) => vital === method && path.startsWith(start)) ? 'vital' : 'usual';
}

/** Lets requests through while the gauge lets them in. An answer that is sent bit by bit counts until it begins. */
export function shedLoad(gauge: LoadGauge): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const entered = gauge.enter(importanceOf(c.req.method, c.req.path));
    if (typeof entered !== 'function') return refusal(c.req.raw, c.req.path, entered.retryAfterSeconds);
    try {
      return await next();
    } finally {
      entered();
    }
  };
}

function refusal(request: Request, path: string, retryAfterSeconds: number): Response {
  if (!path.startsWith(`${BASE_PATH}/`)) return busyPage(retryAfterSeconds);
  const failure = failWithRetry(
    'UNAVAILABLE',
    retryAfterSeconds,
    'The shop has more to do than it can just now. Nothing was changed; try again in a moment',
  );
  return answerFailure(failure, requestIdOf(request), request.method === 'HEAD');
}
