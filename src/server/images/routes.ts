/** The operations on pictures. */
import type { Handlers } from '#contract/kernel/operation.ts';
import type { ShopTable } from '#contract/table.ts';
import { isRefusal } from '#domain/refusal.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { acceptImage, type ImageDeps } from './accept-image.ts';

export function imageHandlers(deps: ImageDeps): Pick<Handlers<ShopTable, ShopCallers>, 'imagesUpload'> {
  return {
    async imagesUpload({ form }) {
      const accepted = await acceptImage(deps, form.image);
      return isRefusal(accepted) ? accepted : { success: true, data: { url: accepted.url } };
    },
  };
}
