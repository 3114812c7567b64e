/** What must be known of each shop to place orders in it. */
import type { OrderablePart } from '../../order-mix.ts';

type Variant = { readonly id: string; readonly minOrder: number };

export type MainshaftOrders = {
  readonly shop: 'mainshaft';
  readonly parts: readonly OrderablePart[];
  readonly buyerIds: readonly string[];
  readonly tokenSecret: string;
};
export type MedusaOrders = {
  readonly shop: 'medusa';
  readonly parts: readonly Variant[];
  readonly key: string;
  readonly regionId: string;
  readonly shippingOptionId: string;
};
export type VendureOrders = { readonly shop: 'vendure'; readonly parts: readonly Variant[] };

export type OrderFacts = MainshaftOrders | MedusaOrders | VendureOrders;

/** Asks the shop and answers what it said. @throws Error where that is a refusal */
export type AskShop = (
  path: string,
  body: object | string,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ readonly body: unknown; readonly headers: Headers }>;

/** Places the order with this running number, from nothing, and answers how many units it holds. */
export type PlaceOrder = (ask: AskShop, running: number) => Promise<number>;

/** Where every order goes. */
export const DELIVERY = {
  street: '14 Workshop Lane',
  city: 'Dhaka',
  postalCode: '1208',
  phone: '+880 1711 000000',
};

/** Orders are spread over so many buyers in every shop. */
export const BUYER_COUNT = 1_000;
export const buyerEmail = (running: number) => `buyer-${running % BUYER_COUNT}@bench.example`;

export const unitsOf = (lines: readonly { readonly minOrder: number }[]) =>
  lines.reduce((sum, { minOrder }) => sum + minOrder, 0);
