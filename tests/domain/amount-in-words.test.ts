import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountInWords } from '#domain/amount-in-words.ts';
import { currencyOf } from '#domain/money.ts';

describe('an amount in words', () => {
  it.each([
    [0, 'BDT', 'Zero taka'],
    [1, 'BDT', 'Zero taka and one paisa'],
    [50, 'BDT', 'Zero taka and fifty paisa'],
    [100, 'BDT', 'One taka'],
    [121_500, 'BDT', 'One thousand two hundred and fifteen taka'],
    [121_550, 'BDT', 'One thousand two hundred and fifteen taka and fifty paisa'],
    [100_500, 'BDT', 'One thousand and five taka'],
    [110_500, 'BDT', 'One thousand one hundred and five taka'],
    [1_900, 'BDT', 'Nineteen taka'],
    [2_000, 'BDT', 'Twenty taka'],
    [4_200, 'BDT', 'Forty-two taka'],
    [10_000, 'BDT', 'One hundred taka'],
    [
      99_999_999,
      'BDT',
      'Nine hundred and ninety-nine thousand nine hundred and ninety-nine taka and ninety-nine paisa',
    ],
    [100_000_000, 'BDT', 'One million taka'],
    [100_000_500, 'BDT', 'One million and five taka'],
    [101_000_000, 'BDT', 'One million ten thousand taka'],
    [101, 'USD', 'One US dollar and one cent'],
    [202, 'USD', 'Two US dollars and two cents'],
    [-1_250, 'USD', 'Minus twelve US dollars and fifty cents'],
    [101, 'GBP', 'One pound sterling and one penny'],
    [250, 'GBP', 'Two pounds sterling and fifty pence'],
    [
      99_999_999,
      'JPY',
      'Ninety-nine million nine hundred and ninety-nine thousand nine hundred and ninety-nine yen',
    ],
    [12_345, 'KWD', 'Twelve Kuwaiti dinars and three hundred and forty-five fils'],
    [1_005, 'KWD', 'One Kuwaiti dinar and five fils'],
    [1_250, 'XTS', 'Twelve XTS and 50/100'],
    [1_205, 'XTS', 'Twelve XTS and 05/100'],
    [1_005, 'OMR', 'One OMR and 005/1000'],
    [7, 'VND', 'Seven VND'],
  ])('%i minor units of %s: %s', (minor, code, words) => {
    expect(amountInWords(minor, currencyOf(code))).toBe(words);
  });

  const minor = fc.integer({ min: -100_000_000_000_000, max: 100_000_000_000_000 });
  const currency = fc.constantFrom('BDT', 'USD', 'JPY', 'KWD', 'XTS').map(currencyOf);

  it('says what the figures say: read back, it is the same amount', () => {
    fc.assert(
      fc.property(minor, currency, (amount, of) => {
        expect(readBack(amountInWords(amount, of), of.decimals)).toBe(BigInt(amount));
      }),
    );
  });

  it('begins with a capital and has no double, leading or trailing space', () => {
    fc.assert(
      fc.property(minor, currency, (amount, of) => {
        expect(amountInWords(amount, of)).toMatch(/^[A-Z]\S*( \S+)*$/);
      }),
    );
  });

  it('refuses what is no whole number of minor units', () => {
    expect(() => amountInWords(1.5, currencyOf('USD'))).toThrow(RangeError);
    expect(() => amountInWords(Number.NaN, currencyOf('USD'))).toThrow(RangeError);
  });
});

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: Readonly<Record<string, bigint>> = {
  thousand: 1_000n,
  million: 1_000_000n,
  billion: 1_000_000_000n,
  trillion: 1_000_000_000_000n,
};

/** The minor units that the words come to, by their names alone. */
function readBack(text: string, decimals: number): bigint {
  const words = text.toLowerCase().replace(/^minus /, '');
  const names = 'taka|us dollars?|yen|kuwaiti dinars?|xts';
  const [, main = '', rest = ''] = new RegExp(`^(.*?) (?:${names})(?: and (.*))?$`).exec(words) ?? [];
  const perMain = 10n ** BigInt(decimals);
  const fraction = /^(\d+)\/\d+$/.exec(rest)?.[1];
  const minor = fraction === undefined ? numberOf(rest.replace(/ \w+$/, '')) : BigInt(fraction);
  const value = numberOf(main) * perMain + minor;
  return text.startsWith('Minus') ? -value : value;
}

function numberOf(words: string): bigint {
  let sum = 0n;
  let group = 0n;
  for (const word of words.split(/[ -]/).filter((each) => each !== 'and' && each !== '')) {
    const scale = SCALES[word];
    if (scale !== undefined) {
      sum += group * scale;
      group = 0n;
    } else if (word === 'hundred') group *= 100n;
    else if (SMALL.includes(word)) group += BigInt(SMALL.indexOf(word));
    else if (TENS.includes(word)) group += BigInt(TENS.indexOf(word) * 10);
    else throw new Error(`not a number: ${word} in ${words}`);
  }
  return sum + group;
}
