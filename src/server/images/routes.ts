/** The operations on pictures. */
import type { Handlers } from '#contract/kernel/operation.ts';
import type { ShopTable } from '#contract/table.ts';
import { isRefusal } from '#domain/refusal.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { acceptImage, type ImageDeps } from './accept-image.ts';

export function imageHandlers(
  deps: ImageDeps & { readonly db: Db },
): Pick<Handlers<ShopTable, ShopCallers>, 'imagesUpload'> {
  return {
    async imagesUpload({ form, audit }) {
      const accepted = await acceptImage(deps, form.image);
      if (isRefusal(accepted)) return accepted;
      // Pictures are not kept in the database; what uses one is a change of a part, which is kept with it.
      await audit.write(deps.db, { object: { kind: 'picture', id: accepted.url } });
      return { success: true, data: { url: accepted.url } };
    },
  };
}
