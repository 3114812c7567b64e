/** What there is in the shop that is fuzzed: things to name in requests, and somebody whose things nobody else may see. */
import { sql } from 'kysely';
import { makePart } from '../factories/parts.ts';
import type { Person, TestShop } from '../shop.ts';

/** Stands in everything private of the victim. No answer to anyone but admins may have it. */
export const CANARY = 'Canary-7f3b1c';
const VICTIM = 'victim-of-the-fuzzing@example.test';
const DELIVERY = { address: `1 ${CANARY} Road`, phone: `+1 ${CANARY}` };

export type World = {
  /** Ids by what they are of, for everyone but admins. */
  readonly pools: Map<string, string[]>;
  /** The same for admins, who may change whatever they find: nothing of the victim's is among them. */
  readonly poolsOfAdmins: Map<string, string[]>;
  /** All that the victim has, as the database has it. */
  victimsThings(): Promise<unknown>;
};

const PARTS = 24;
const DISPOSABLE_PARTS = 12;

/** Makes it. @param customer who fuzzes; things of theirs are among the ids, too */
export async function openWorld(shop: TestShop): Promise<World> {
  const admin = await shop.person('admin');
  const victim = await shop.person('customer', VICTIM);
  const bystander = await shop.person('customer', 'bystander-of-the-fuzzing@example.test');
  const made = async (count: number) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      ids.push(await makePart(shop, admin, { name: `Brake disc ${index}`, brand: 'Fuzz', stock: 1_000_000 }));
    }
    return ids;
  };
  const parts = await made(PARTS);
  const vehicles = await shop.databases.write
    .selectFrom('vehicle')
    .select('id')
    .orderBy('id')
    .limit(20)
    .execute();
  const ofVictim = await thingsOf(shop, victim, parts[0] ?? '', vehicles[0]?.id ?? 1);
  const ofBystander = await thingsOf(shop, bystander, parts[1] ?? '', vehicles[1]?.id ?? 2);
  const common = {
    parts,
    vehicles: vehicles.map(({ id }) => String(id)),
    disposableParts: await made(DISPOSABLE_PARTS),
    imports: ['00000000-0000-4000-8000-000000000000'],
    cursors: [
      '',
      '1~2',
      '2026-01-01T00:00:00.000Z~00000000-0000-4000-8000-000000000000',
      '~~~',
      '%',
      'NaN~NaN',
      '-1~x',
    ],
    vins: ['1HGCM82633A004352', 'WAUZZZ8K9DA000001', '11111111111111111'],
  };
  const poolsWith = (things: readonly Things[], emails: readonly string[]) =>
    new Map(
      Object.entries({
        ...common,
        orders: things.flatMap(({ orders }) => orders),
        reviews: things.map(({ review }) => review),
        garage: things.map(({ garage }) => garage),
        profiles: things.map(({ profile }) => profile),
        emails: [...emails],
      }),
    );
  return {
    pools: poolsWith(
      [ofVictim, ofBystander],
      [
        VICTIM,
        VICTIM.toUpperCase(),
        'customer-of-the-fuzzing@example.test',
        'nobody@example.test',
        admin.email,
      ],
    ),
    poolsOfAdmins: poolsWith([ofBystander], ['nobody@example.test', bystander.email]),
    victimsThings: () => thingsInDatabase(shop, victim.id),
  };
}

type Things = {
  readonly orders: readonly string[];
  readonly profile: string;
  readonly review: string;
  readonly garage: string;
};

async function thingsOf(shop: TestShop, { token }: Person, partId: string, vehicle: number): Promise<Things> {
  const idOf = async (path: string, body: object) => {
    const answer = await shop.call('POST', path, { token, body });
    if (answer.status !== 201 && answer.status !== 200)
      throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    const { insertedId, id, orderId } = answer.body as { insertedId?: string; id?: string; orderId?: string };
    return [insertedId ?? id ?? '', orderId ?? ''] as const;
  };
  const order = await idOf('/order', { partId, orderQuantity: 1, ...DELIVERY });
  const [profile] = await idOf('/profile', {
    education: CANARY,
    location: CANARY,
    phone: CANARY,
    linkdin: CANARY,
  });
  // What somebody writes for all to read is no secret of theirs.
  const [review] = await idOf('/review', { name: 'Somebody', rating: 4, description: 'Fits.' });
  const [garage] = await idOf('/garage', { vehicle, name: CANARY, plate: '7f3b1c', notes: CANARY });
  return { orders: [...order], profile, review, garage };
}

async function thingsInDatabase({ databases }: TestShop, userId: string): Promise<unknown> {
  const { rows } = await sql`
    SELECT to_jsonb(shop_user) AS person,
           (SELECT jsonb_agg(to_jsonb(shop_order) ORDER BY id) FROM shop_order WHERE user_id = shop_user.id) AS orders,
           (SELECT jsonb_agg(to_jsonb(profile)) FROM profile WHERE user_id = shop_user.id) AS profile,
           (SELECT jsonb_agg(to_jsonb(review) ORDER BY id) FROM review WHERE user_id = shop_user.id) AS reviews,
           (SELECT jsonb_agg(to_jsonb(garage_vehicle) ORDER BY id) FROM garage_vehicle WHERE user_id = shop_user.id) AS garage
    FROM shop_user WHERE id = ${userId}::uuid`.execute(databases.write);
  return rows;
}
