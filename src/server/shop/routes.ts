/** How this shop is set up, for pages. */
import type { Handlers } from '#contract/kernel/operation.ts';
import type { ShopBody, shop } from '#contract/shop.ts';
import type { Writing } from '#server/platform/db/writing.ts';
import type { ShopCallers } from '#server/users/caller.ts';

/** Answers the same all its life, but for whether orders are taken: a changed configuration is a new start. */
export function shopHandlers(
  settings: Omit<ShopBody, 'takesOrders'>,
  writing: Pick<Writing, 'isPossible'>,
): Handlers<typeof shop, ShopCallers> {
  return { shopGet: () => ({ ...settings, takesOrders: writing.isPossible() }) };
}
