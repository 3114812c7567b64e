/** A small catalogue whose parts have to do with each other, so that what a call asks for each of its rows shows. */
import { expect } from 'vitest';
import { fitPart } from '../factories/fitments.ts';
import { giveNumbers } from '../factories/numbers.ts';
import { makePart } from '../factories/parts.ts';
import type { Person, TestShop } from '../shop.ts';

/** The vehicle that all of them fit, in 2014. */
export const COROLLA = { make: 'Toyota', model: 'Corolla' };

/**
 * Adds more discs that share a number to `discs`, and pads that go with them, all for one vehicle. With each of them the first disc
 * gets a place where it fits, a number that it replaced, and a review.
 */
export async function addDiscs(shop: TestShop, admin: Person, discs: string[], count: number): Promise<void> {
  const { token } = await shop.person('customer');
  for (let n = 0; n < count; n += 1) {
    // With a new brand the search takes new words over at once, too: in a call that is not counted.
    const brand = n === count - 1 ? `Brand of ${count}` : 'Kolbmann';
    const make = (partType: string, name: string) =>
      makePart(shop, admin, {
        ...{ name, partType, brand, partNumber: `${name} ${discs.length}` },
        stock: 10_000,
      });
    const position = `place ${discs.length}`;
    const id = await make('brake-disc', 'Disc');
    const [first = id] = discs;
    for (const partId of new Set([id, first, await make('brake-pad-set', 'Pads')]))
      await fitPart(shop, partId, { ...COROLLA, years: [2014], position });
    await giveNumbers(shop, id, { kind: 'oe', number: '43512-12345', maker: 'Toyota' });
    await giveNumbers(shop, first, { kind: 'superseded', number: `Old ${discs.length}` });
    discs.push(id);
    // A call, and the last: before it answers another, the shop looks what has changed.
    const body = { name: 'B', rating: 4, description: 'Fits as it should', partId: first };
    expect((await shop.call('POST', '/review', { token, body })).status).toBe(201);
  }
}
