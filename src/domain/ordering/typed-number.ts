/** What somebody means who types the number of an order. */
import { orderNumberOf } from './order.ts';

/** With its year, whatever stands between: "MS-2026-000021", "ms 2026 21", "2026-000021", "2026000021". */
const WITH_YEAR = /^(?:MS)?[^A-Z0-9]*(20\d\d)(?:[^A-Z0-9]+0*(\d{1,9})|(\d{6,9}))$/i;
/** The running number alone: "21", "000021", "MS-000021". */
const ALONE = /^(?:MS[^A-Z0-9]*)?0*(\d{1,9})$/i;

/** The years that orders may be of. */
const YEARS = Array.from({ length: 100 }, (_, at) => 2000 + at);

/** The numbers that may be meant: "ms 2026 21" → "MS-2026-000021", "21" → that of each year; none for what is no order's number. */
export function typedOrderNumbers(typed: string): readonly string[] {
  const text = typed.trim();
  const [, year, separated, joined] = WITH_YEAR.exec(text) ?? [];
  const ofYear = separated ?? joined;
  if (year !== undefined && ofYear !== undefined) return [orderNumberOf(Number(year), Number(ofYear))];
  const [, alone] = ALONE.exec(text) ?? [];
  return alone === undefined ? [] : YEARS.map((each) => orderNumberOf(each, Number(alone)));
}
