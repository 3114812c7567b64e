/** An order at Medusa: a cart with its lines, buyer and address, the way it is shipped, how it is paid, and its completion. */
import * as z from 'zod';
import { partsOfOrder } from '../../order-mix.ts';
import { buyerEmail, DELIVERY, type MedusaOrders, type PlaceOrder, unitsOf } from './order-facts.ts';

const Cart = z.object({
  cart: z.object({ id: z.string(), items: z.array(z.object({ id: z.string() })).length(3) }),
});
const Collection = z.object({ payment_collection: z.object({ id: z.string() }) });
const Completed = z.object({ type: z.literal('order'), order: z.object({ id: z.string() }) });

export function medusaOrders({ parts, key, regionId, shippingOptionId }: MedusaOrders): PlaceOrder {
  const headers = { 'x-publishable-api-key': key };
  return async (ask, running) => {
    const lines = partsOfOrder({ parts, isHot: false }, running);
    const address = {
      ...{ first_name: 'Buyer', last_name: String(running), address_1: DELIVERY.street, city: DELIVERY.city },
      ...{ postal_code: DELIVERY.postalCode, country_code: 'bd', phone: DELIVERY.phone },
    };
    const made = await ask(
      '/store/carts?fields=id,items.id',
      {
        region_id: regionId,
        email: buyerEmail(running),
        shipping_address: address,
        billing_address: address,
        items: lines.map(({ id, minOrder }) => ({ variant_id: id, quantity: minOrder })),
      },
      headers,
    );
    const { cart } = Cart.parse(made.body);
    await ask(`/store/carts/${cart.id}/shipping-methods?fields=id`, { option_id: shippingOptionId }, headers);
    const paying = await ask('/store/payment-collections', { cart_id: cart.id }, headers);
    const { payment_collection: collection } = Collection.parse(paying.body);
    const session = { provider_id: 'pp_system_default' };
    await ask(`/store/payment-collections/${collection.id}/payment-sessions`, session, headers);
    const completed = await ask(`/store/carts/${cart.id}/complete?fields=id`, {}, headers);
    Completed.parse(completed.body);
    return unitsOf(lines);
  };
}
