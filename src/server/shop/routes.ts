/** How this shop is set up, for pages. */
import type { Handlers } from '#contract/kernel/operation.ts';
import type { ShopBody, shop } from '#contract/shop.ts';
import type { ShopCallers } from '#server/users/caller.ts';

/** Answers the same all its life: a changed configuration is a new start. */
export function shopHandlers(settings: ShopBody): Handlers<typeof shop, ShopCallers> {
  return { shopGet: () => settings };
}
