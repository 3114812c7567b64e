/** Parts as the wire has them. */
import type { FitmentBody, PartBody, PartDetailBody } from '#contract/catalogue.ts';
import type { PartSettings } from '#domain/catalogue/changed-meanwhile.ts';
import { numberSlugOf } from '#domain/catalogue/part-number.ts';
import { toDecimal } from '#domain/money.ts';
import { type ExchangeRate, pricePerUnitMinor } from '#domain/pricing/exchange.ts';
import type { FitmentRow, PartDetailRow, PartRow } from '#server/read-models/parts.ts';
import type { KeptPart } from './part-store.ts';

export function partBody(row: PartRow, exchange: ExchangeRate): PartBody {
  return {
    ...foundPartBody(row, exchange),
    description: row.description,
    pricePerUnit: toDecimal(pricePerUnitMinor(row.price_minor, exchange), exchange.settlement),
  };
}

/** A part as the search shows it: without its price per unit, and without its description, which some lists add. */
export function foundPartBody(row: PartRow, exchange: ExchangeRate) {
  return {
    _id: String(row.id),
    name: row.name,
    img: pictureAddress(row.image_url, row.part_type_code),
    stock: row.available,
    minOrder: row.min_order,
    orderMultiple: row.order_multiple,
    price: toDecimal(row.price_minor, exchange.list),
    sku: row.sku,
    brand: row.brand_name,
    brandSlug: row.brand_slug,
    partNumber: row.part_number,
    partNumberSlug: numberSlugOf(row.part_number),
    partType: row.part_type_name,
    grade: row.grade,
    lifecycle: row.lifecycle,
  };
}

/** A part's own picture, or the shop's for its type, which stands for all parts that have none; '' without a type. */
export function pictureAddress(own: string, typeCode: string | null): string {
  if (own !== '') return own;
  return typeCode === null ? '' : `/pictures/${typeCode}-800.webp`;
}

export function partDetailBody(row: PartDetailRow, exchange: ExchangeRate): PartDetailBody {
  const types = row.attribute_types ?? [];
  return {
    ...partBody(row, exchange),
    gtin: row.gtin,
    partTypeCode: row.part_type_code,
    category: row.category ?? [],
    // In the part type's order; what the type does not know is left out.
    attributes: types.flatMap(({ key, name, unit }) => {
      const value = row.attributes[key];
      return value === undefined ? [] : [{ key, name, unit, value }];
    }),
    numbers: row.numbers,
    vehicleCount: row.vehicle_count,
    archived: row.archived,
  };
}

/** What its owner sets of a part, in the terms in which a part is answered. */
export function settingsOf(part: KeptPart, exchange: ExchangeRate): PartSettings {
  return {
    name: part.name,
    price: toDecimal(part.priceMinor, exchange.list),
    minOrder: part.minOrder,
    orderMultiple: part.orderMultiple,
    description: part.description,
    img: pictureAddress(part.img, part.partType),
    brand: part.brand,
    partNumber: part.partNumber,
    partType: part.partType,
    grade: part.grade,
    lifecycle: part.lifecycle,
  };
}

export function fitmentBody(row: FitmentRow): FitmentBody {
  return {
    kind: row.kind,
    make: row.make,
    model: row.model,
    yearFrom: row.year_from,
    yearTo: row.year_to,
    position: row.position,
    quantityPerVehicle: row.quantity_per_vehicle,
    engine: row.engine,
    qualifiers: row.qualifiers,
  };
}
