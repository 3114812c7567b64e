/** What search engines are told of the catalogue: addresses of parts, in pieces of fixed bounds. */
import { sql } from 'kysely';
import type { Querier } from '#server/platform/db/database.ts';

export type SitemapPart = { brand_slug: string; part_number: string; updated_at: Date };

/** The highest id that a part has; 0 without parts. */
export async function lastPartId(db: Querier): Promise<number> {
  const { rows } = await sql<{ last: number }>`SELECT coalesce(max(id), 0) AS last FROM part`.execute(db);
  return rows[0]?.last ?? 0;
}

/** Parts that the shop sells, by id: those after `afterId` up to and with `upToId`. */
export async function partsBetween(db: Querier, afterId: number, upToId: number): Promise<SitemapPart[]> {
  const { rows } = await sql<SitemapPart>`
    SELECT brand.slug AS brand_slug, part.part_number, part.updated_at
    FROM part JOIN brand ON brand.id = part.brand_id
    WHERE part.id > ${afterId}::bigint AND part.id <= ${upToId}::bigint AND part.archived_at IS NULL
    ORDER BY part.id`.execute(db);
  return rows;
}
