/** Opens the doors of an assembled shop: one port at which its pages, API, pictures and health answer. */
import { Hono } from 'hono';
import type { Config } from '#server/platform/config.ts';
import type { LoadGauge } from '#server/platform/load.ts';
import type { Shop } from './assemble.ts';
import { identityOrigins } from './choose-identity.ts';
import { frontDoor, type ListenAt, listen, type RunningServer } from './http-server.ts';
import type { Pages } from './pages.ts';
import { safetyHeaders } from './safety-headers.ts';

export type Opening = {
  readonly config: Config;
  /** Without them only what is not for people answers. */
  readonly pages: Pages | undefined;
  /** Where people reach the shop, without a slash at the end. */
  readonly origin: string;
  readonly at: ListenAt;
  /** Sheds load; everything is let in, unless told. */
  readonly load?: LoadGauge;
};

/** Rejects when the port can't be had. */
export async function openDoors(
  shop: Shop,
  { config, pages, origin, at, load }: Opening,
): Promise<RunningServer> {
  const { answers, anonymous } = shop;
  const door = frontDoor({
    shop: shop.app,
    pages:
      pages === undefined
        ? new Hono()
        : await pages.open({
            api: anonymous,
            answers,
            origin,
            stripe: config.stripe !== undefined,
            pictureOrigins: config.images.origins,
            identityOrigins: identityOrigins(config.identity),
          }),
    answers,
    databases: shop.deps.databases,
    ...(load && { load }),
  });
  return listen(door, at, { answers, headers: safetyHeaders(origin, config.STRICT_TRANSPORT) });
}
