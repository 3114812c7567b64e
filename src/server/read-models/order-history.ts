/** What an order's own page shows beside the order: what happened to it, and its parts as they are today. */
import { sql } from 'kysely';
import type { OrderEventKind } from '#domain/ordering/order.ts';
import type { Querier } from '#server/platform/db/database.ts';

export type OrderEventRow = {
  readonly kind: OrderEventKind;
  readonly happened_at: Date;
  /** Whose doing it was; null where nobody's, or not known. */
  readonly actor_id: string | null;
  readonly actor_email: string | null;
};

/** The events of an order, from the first to the last; those of one moment in the order in which they follow. */
export async function listOrderEvents(db: Querier, orderId: string): Promise<OrderEventRow[]> {
  return db
    .selectFrom('order_event as event')
    .leftJoin('shop_user', 'shop_user.id', 'event.actor_id')
    .select(['event.kind', 'event.happened_at', 'event.actor_id', 'shop_user.email as actor_email'])
    .where('event.order_id', '=', orderId)
    .orderBy('event.happened_at')
    .orderBy(
      sql`array_position(ARRAY['placed', 'paid', 'shipped', 'cancelled', 'expired', 'refunded'], event.kind)`,
    )
    .execute();
}

export type OrderedPartRow = {
  readonly id: number;
  readonly image_url: string;
  readonly part_type_code: string | null;
  readonly part_type_name: string | null;
  readonly brand_name: string;
  readonly brand_slug: string;
  readonly part_number: string;
  readonly archived: boolean;
};

/** The parts of an order by their ids, as the catalogue has them today; archived ones too. */
export async function findOrderedParts(db: Querier, orderId: string): Promise<Map<number, OrderedPartRow>> {
  const rows = await db
    .selectFrom('order_line as line')
    .innerJoin('part', 'part.id', 'line.part_id')
    .innerJoin('brand', 'brand.id', 'part.brand_id')
    .leftJoin('part_type', 'part_type.id', 'part.part_type_id')
    .select(['part.id', 'part.image_url', 'part.part_number'])
    .select(['brand.name as brand_name', 'brand.slug as brand_slug', 'part_type.code as part_type_code'])
    .select('part_type.name as part_type_name')
    .select(sql<boolean>`part.archived_at IS NOT NULL`.as('archived'))
    .where('line.order_id', '=', orderId)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
