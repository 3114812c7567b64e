-- What happened to an order, when, and by whom: written once, with the change itself, and never changed.
CREATE TABLE order_event (
  order_id     uuid NOT NULL REFERENCES shop_order ON DELETE CASCADE,
  kind         text NOT NULL CHECK (kind IN ('placed', 'paid', 'shipped', 'cancelled', 'expired', 'refunded')),
  happened_at  timestamptz NOT NULL,
  -- The person who did it. Null where nobody did (the provider's word, time), and where it was not yet kept.
  actor_id     uuid REFERENCES shop_user,
  -- Nothing happens to an order twice.
  PRIMARY KEY (order_id, kind)
);

-- Who asked for the closing that `closing_as` speaks of: an interrupted one may be ended by time.
ALTER TABLE shop_order ADD COLUMN closing_by uuid REFERENCES shop_user;

-- Orders from before: what is known of them. Who cancelled one was never kept.
INSERT INTO order_event (order_id, kind, happened_at, actor_id)
  SELECT id, 'placed', placed_at, user_id FROM shop_order;
INSERT INTO order_event (order_id, kind, happened_at)
  SELECT id, 'paid', paid_at FROM shop_order WHERE paid_at IS NOT NULL;
INSERT INTO order_event (order_id, kind, happened_at)
  SELECT order_id, 'shipped', min(moved_at) FROM stock_movement WHERE kind = 'shipped' GROUP BY order_id;
INSERT INTO order_event (order_id, kind, happened_at)
  SELECT id, status, closed_at FROM shop_order WHERE status IN ('cancelled', 'expired');
