/** What people call a part, for other nouns. */
import type { Querier } from '#server/platform/db/database.ts';

/** "Bosch 0 986 479 C64: Brake Disc"; undefined where there is no such part. */
export async function findPartName(db: Querier, id: number): Promise<string | undefined> {
  const part = await db
    .selectFrom('part')
    .innerJoin('brand', 'brand.id', 'part.brand_id')
    .select(['brand.name as brand', 'part.part_number', 'part.name'])
    .where('part.id', '=', id)
    .executeTakeFirst();
  return part && partName(part.brand, part.part_number, part.name);
}

export function partName(brand: string, partNumber: string, name: string): string {
  return `${brand} ${partNumber}: ${name}`;
}
