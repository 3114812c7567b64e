/** What else there is beside a part, as its page says it. */
import type {
  AlternativesBody,
  GoesWithBody,
  InterchangeNumberBody,
  RelatedPartBody,
  RelatedPartsBody,
  SupersededNumberBody,
  SupersessionBody,
} from '#contract/related-parts.ts';
import { normaliseNumber, numberSlugOf } from '#domain/catalogue/part-number.ts';
import { followSupersession } from '#domain/catalogue/supersession.ts';
import { toDecimal } from '#domain/money.ts';
import type { ExchangeRate } from '#domain/pricing/exchange.ts';
import type { Querier } from '#server/platform/db/database.ts';
import {
  findSharingParts,
  INTERCHANGE_LIMIT,
  listAlternatives,
  listInterchange,
} from '#server/read-models/part-alternatives.ts';
import { readPartsOfNumbers } from '#server/read-models/part-mentions.ts';
import {
  findReplacedNumber,
  listReplacements,
  type NumberKey,
} from '#server/read-models/part-supersession.ts';
import type { PartDetailRow, PartRow } from '#server/read-models/parts.ts';
import { listGoingWith } from '#server/read-models/parts-going-with.ts';
import { partBody } from './part-body.ts';

/** All of it for one part, which is in the shop. */
export async function relatedParts(
  db: Querier,
  part: PartDetailRow,
  exchange: ExchangeRate,
): Promise<RelatedPartsBody> {
  const [supersession, sharing, goingWith] = await Promise.all([
    supersessionOf(db, keyOf(part.brand_name, part.part_number), exchange),
    sharingNumbers(db, part, exchange),
    listGoingWith(db, part.id),
  ]);
  return {
    supersession,
    ...sharing,
    vehicleCount: part.vehicle_count,
    goesWith: [...Map.groupBy(goingWith, (row) => row.part_type_code ?? '')].map(
      ([code, rows]): GoesWithBody => ({
        type: { code, name: rows[0]?.part_type_name ?? code },
        parts: rows.map((row) => ({
          ...mention(row, exchange),
          sharedVehicleCount: row.shared_vehicles,
        })),
      }),
    ),
  };
}

async function sharingNumbers(
  db: Querier,
  part: PartDetailRow,
  exchange: ExchangeRate,
): Promise<Pick<RelatedPartsBody, 'alternatives' | 'interchange'>> {
  const sharing = await findSharingParts(db, part.id);
  const byOe = sharing.filter((row) => row.by_oe);
  const [alternatives, interchange] = await Promise.all([
    listAlternatives(
      db,
      part.id,
      sharing.map((row) => row.id),
    ),
    listInterchange(
      db,
      part.id,
      byOe.map((row) => row.id),
    ),
  ]);
  return {
    alternatives: [...Map.groupBy(alternatives, (row) => row.grade)].map(
      ([grade, rows]): AlternativesBody => ({
        grade,
        count: rows[0]?.of_grade ?? 0,
        parts: rows.map((row) => ({
          ...mention(row, exchange),
          priceDifference: toDecimal(row.price_minor - part.price_minor, exchange.list),
        })),
      }),
    ),
    interchange: {
      numbers: interchange.slice(0, INTERCHANGE_LIMIT).map(
        ({ maker, number, part_id, brand_slug }): InterchangeNumberBody => ({
          maker,
          number,
          part:
            part_id === null || brand_slug === null
              ? null
              : { _id: String(part_id), brandSlug: brand_slug, partNumberSlug: numberSlugOf(number) },
        }),
      ),
      hasMore: interchange.length > INTERCHANGE_LIMIT,
    },
  };
}

/** The parts in the shop that replace an old number, which no part has; none where nothing is known to. */
export async function replacementsOf(
  db: Querier,
  brandSlug: string,
  number: string,
  exchange: ExchangeRate,
): Promise<Pick<RelatedPartBody, '_id' | 'brand' | 'brandSlug' | 'partNumber' | 'partNumberSlug'>[]> {
  const keys = await findReplacedNumber(db, brandSlug, number);
  const found = await Promise.all(keys.map((key) => supersessionOf(db, key, exchange)));
  // The last one that is sold, since a way may lead on to one that is not.
  const parts = found
    .flatMap(({ replacedBy, circle }) => [
      ...replacedBy.map((way) => way.findLast((step) => step.part !== null)?.part ?? null),
      ...circle.map((step) => step.part),
    ])
    .filter((part) => part !== null);
  return parts
    .filter((part, place) => parts.findIndex((other) => other._id === part._id) === place)
    .map(({ _id, brand, brandSlug, partNumber, partNumberSlug }) => ({
      ...{ _id, brand, brandSlug },
      ...{ partNumber, partNumberSlug },
    }));
}

/** Where a number leads to and came from. */
async function supersessionOf(
  db: Querier,
  start: NumberKey,
  exchange: ExchangeRate,
): Promise<SupersessionBody> {
  const rows = await listReplacements(db, start);
  if (rows.length === 0) return { replacedBy: [], circle: [], replaces: [] };
  const written = new Map<string, { maker: string; number: string }>();
  const replacements = rows.map((row) => {
    const older = textOf(keyOf(row.older_maker, row.older_number));
    const newer = textOf(keyOf(row.newer_brand, row.newer_number));
    // As its own part writes it, where there is one.
    written.set(newer, { maker: row.newer_brand, number: row.newer_number });
    if (!written.has(older)) written.set(older, { maker: row.older_maker, number: row.older_number });
    return { older, newer };
  });
  const numbers = new Set([...written.values()].map(({ number }) => normaliseNumber(number)));
  const parts = new Map(
    (await readPartsOfNumbers(db, [...numbers])).map((row) => [
      textOf(keyOf(row.brand_name, row.part_number)),
      row,
    ]),
  );
  const { ways, circle, replaces } = followSupersession(
    textOf(start),
    replacements,
    (key) => parts.get(key)?.lifecycle === 'active',
  );
  const step = (key: string): SupersededNumberBody => {
    const part = parts.get(key);
    const { maker = '', number = '' } = written.get(key) ?? {};
    return part === undefined
      ? { maker, number, part: null }
      : { maker: part.brand_name, number: part.part_number, part: mention(part, exchange) };
  };
  return {
    replacedBy: ways.map((way) => way.map(step)),
    circle: circle.map(step),
    replaces: replaces.map(step),
  };
}

const keyOf = (maker: string, number: string): NumberKey => ({
  maker,
  number: normaliseNumber(number),
});
const textOf = ({ maker, number }: NumberKey): string => `${number} ${maker.toLowerCase()}`;

function mention(row: PartRow, exchange: ExchangeRate): RelatedPartBody {
  const { description: _, sku: __, partType: ___, ...part } = partBody(row, exchange);
  return part;
}
