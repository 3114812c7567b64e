/** Amounts of money as people type them. */

/** Whole digits, or groups that end in one of three: "1,215" and "12,15,000", and never the comma of "12,50". */
const AMOUNT = /^(?:\d{1,13}|\d{1,3}(?:,\d{2,3}){0,4},\d{3})(?:\.\d{1,3})?$/;

/** The amount that a text says, as "1215" or "1,215.00" do. Undefined where it says none, or could be meant in two ways. */
export function amountOf(text: string): number | undefined {
  const typed = text.trim();
  return AMOUNT.test(typed) ? Number(typed.replaceAll(',', '')) : undefined;
}
