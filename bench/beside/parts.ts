/** The parts of the bench's catalogue as any shop could sell them. */
import { readPartTypes } from '#main/reference/part-types.ts';
import { catalogueParts } from '../catalogue.ts';

export type PlainPart = {
  readonly name: string;
  readonly description: string;
  /** The maker's, which is also what the part is stocked by. */
  readonly number: string;
  readonly brand: string;
  /** Its name, such as "Brake Disc". */
  readonly type: string;
  readonly priceMinor: number;
  readonly stock: number;
  readonly picture: string;
  readonly minOrder: number;
};

/** All of them, in the order in which the shop lists them. */
export function plainParts(): PlainPart[] {
  const types = readPartTypes();
  const nameOf = new Map(types.map(({ code, name }) => [code, name]));
  return Array.from(catalogueParts(types), (part) => ({
    name: part.name,
    description: part.description,
    number: part.part_number,
    brand: part.brand,
    type: nameOf.get(part.part_type) ?? '',
    priceMinor: Math.round(Number(part.price) * 100),
    stock: part.stock,
    picture: `/pictures/${part.part_type}-320.webp`,
    minOrder: part.min_order ?? 1,
  }));
}
