/**
 * Amounts in English words, as receipts and cheques have them: "One thousand two hundred and fifteen taka and fifty
 * paisa". Thousands and millions, as the figures beside them are grouped.
 */
import type { Currency } from './money.ts';

/** What one, and what several, of a currency's units are called. */
type UnitNames = {
  readonly main: readonly [one: string, many: string];
  /** Absent where the currency has no smaller unit. */
  readonly minor?: readonly [one: string, many: string];
};

const NAMES: Readonly<Record<string, UnitNames>> = {
  AED: { main: ['UAE dirham', 'UAE dirhams'], minor: ['fils', 'fils'] },
  AUD: { main: ['Australian dollar', 'Australian dollars'], minor: ['cent', 'cents'] },
  BDT: { main: ['taka', 'taka'], minor: ['paisa', 'paisa'] },
  BHD: { main: ['Bahraini dinar', 'Bahraini dinars'], minor: ['fils', 'fils'] },
  CAD: { main: ['Canadian dollar', 'Canadian dollars'], minor: ['cent', 'cents'] },
  CHF: { main: ['Swiss franc', 'Swiss francs'], minor: ['centime', 'centimes'] },
  CNY: { main: ['yuan', 'yuan'], minor: ['fen', 'fen'] },
  EUR: { main: ['euro', 'euros'], minor: ['cent', 'cents'] },
  GBP: { main: ['pound sterling', 'pounds sterling'], minor: ['penny', 'pence'] },
  INR: { main: ['Indian rupee', 'Indian rupees'], minor: ['paisa', 'paise'] },
  JPY: { main: ['yen', 'yen'] },
  KRW: { main: ['won', 'won'] },
  KWD: { main: ['Kuwaiti dinar', 'Kuwaiti dinars'], minor: ['fils', 'fils'] },
  PKR: { main: ['Pakistani rupee', 'Pakistani rupees'], minor: ['paisa', 'paisa'] },
  SGD: { main: ['Singapore dollar', 'Singapore dollars'], minor: ['cent', 'cents'] },
  USD: { main: ['US dollar', 'US dollars'], minor: ['cent', 'cents'] },
};

const BELOW_TWENTY = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
  ...['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
] as const;
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const;
const SCALES = [
  { size: 1_000_000_000_000, name: 'trillion' },
  { size: 1_000_000_000, name: 'billion' },
  { size: 1_000_000, name: 'million' },
  { size: 1_000, name: 'thousand' },
] as const;

/**
 * An amount in words, its first letter a capital. A currency that has no name here is called by its code, and its
 * smaller unit is written as a fraction: "Twelve XTS and 50/100".
 *
 * @param amountMinor whole minor units, at most `Number.MAX_SAFE_INTEGER` either way
 * @throws RangeError where it is no whole number
 */
export function amountInWords(amountMinor: number, currency: Currency): string {
  if (!Number.isSafeInteger(amountMinor))
    throw new RangeError(`${amountMinor} is no whole number of minor units`);
  const perMain = 10 ** currency.decimals;
  const absolute = Math.abs(amountMinor);
  const minor = absolute % perMain;
  const main = (absolute - minor) / perMain;
  const sign = amountMinor < 0 ? 'minus ' : '';
  const names = NAMES[currency.code];
  const mainName = names === undefined ? currency.code : nameFor(main, names.main);
  const words = `${sign}${inWords(main)} ${mainName}${minorPart(minor, currency, names)}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function minorPart(minor: number, currency: Currency, names: UnitNames | undefined): string {
  if (minor === 0) return '';
  if (names?.minor !== undefined) return ` and ${inWords(minor)} ${nameFor(minor, names.minor)}`;
  return ` and ${String(minor).padStart(currency.decimals, '0')}/${10 ** currency.decimals}`;
}

function nameFor(count: number, [one, many]: readonly [string, string]): string {
  return count === 1 ? one : many;
}

/** A whole number from zero up, in words. */
function inWords(whole: number): string {
  if (whole === 0) return BELOW_TWENTY[0];
  const groups: string[] = [];
  let rest = whole;
  for (const { size, name } of SCALES) {
    const count = Math.floor(rest / size);
    if (count > 0) groups.push(`${inWords(count)} ${name}`);
    rest %= size;
  }
  if (rest === 0) return groups.join(' ');
  // "One thousand and five", but "one thousand one hundred and five".
  const joint = groups.length > 0 && rest < 100 ? 'and ' : '';
  return [...groups, `${joint}${belowThousand(rest)}`].join(' ');
}

function belowThousand(whole: number): string {
  const hundreds = Math.floor(whole / 100);
  const rest = whole % 100;
  if (hundreds === 0) return belowHundred(rest);
  const head = `${belowHundred(hundreds)} hundred`;
  return rest === 0 ? head : `${head} and ${belowHundred(rest)}`;
}

function belowHundred(whole: number): string {
  const small = BELOW_TWENTY[whole];
  if (small !== undefined) return small;
  const tens = TENS[Math.floor(whole / 10)] ?? '';
  const ones = whole % 10;
  return ones === 0 ? tens : `${tens}-${BELOW_TWENTY[ones] ?? ''}`;
}
