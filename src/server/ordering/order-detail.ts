/** An order with all that its own page shows, for its buyer or an admin. */
import type { OrderDetailBody } from '#contract/ordering.ts';
import { numberSlugOf } from '#domain/catalogue/part-number.ts';
import { isPaid, type Order } from '#domain/ordering/order.ts';
import { refuse } from '#domain/refusal.ts';
import { mayAccess } from '#domain/users/permission.ts';
import { pictureAddress } from '#server/catalogue/part-body.ts';
import { readOrderRefunds } from '#server/payments/order-refunds.ts';
import type { Db } from '#server/platform/db/database.ts';
import { findOrderedParts, listOrderEvents, type OrderEventRow } from '#server/read-models/order-history.ts';
import type { User } from '#server/users/caller.ts';
import { orderBody } from './order-body.ts';
import { findOrder } from './order-store.ts';

/** The order by its id or number, if this user may know of it. */
export async function findOrderFor(db: Db, reader: User, orderRef: string) {
  const order = await findOrder(db, orderRef);
  return order === undefined || !mayAccess(reader, order) ? refuse('NOT_FOUND') : order;
}

/** The order's page: the order as it was placed, its parts as they are today, and its events. */
export async function orderDetail(db: Db, reader: User, order: Order): Promise<OrderDetailBody> {
  const isAdmin = reader.role === 'admin';
  const [parts, events, { refunds, returned }] = await Promise.all([
    findOrderedParts(db, order.id),
    listOrderEvents(db, order.id),
    readOrderRefunds(db, order.id, isAdmin),
  ]);
  const body = orderBody(order);
  return {
    ...body,
    lines: body.lines.map((line) => {
      const part = parts.get(Number(line.partId));
      // Each line's part is held by a foreign key.
      if (part === undefined) throw new Error(`order ${order.number} has a line without its part`);
      return {
        ...line,
        img: pictureAddress(part.image_url, part.part_type_code),
        brand: part.brand_name,
        brandSlug: part.brand_slug,
        partNumber: part.part_number,
        partNumberSlug: numberSlugOf(part.part_number),
        partType: part.part_type_name,
        partTypeCode: part.part_type_code,
        archived: part.archived,
      };
    }),
    reservedUntil: order.expiresAt.toISOString(),
    events: events.map((event) => ({
      event: event.kind,
      at: event.happened_at.toISOString(),
      by: sideOf(event, order),
      byEmail: isAdmin ? event.actor_email : null,
    })),
    refunds,
    returnable:
      isAdmin && (isPaid(order) || order.status === 'refunded')
        ? order.lines.map(({ partId, quantity }) => ({
            partId: String(partId),
            quantity: quantity - (returned.get(partId) ?? 0),
          }))
        : [],
  };
}

function sideOf({ actor_id: actorId }: OrderEventRow, order: Order): 'buyer' | 'shop' | null {
  if (actorId === null) return null;
  return actorId === order.userId ? 'buyer' : 'shop';
}
