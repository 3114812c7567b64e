/** What an owner types as an amount to give back. */
import { expect, it } from 'vitest';
import { amountOf } from '#web/features/payments/typed-amount.ts';

it.each([
  ['1215', 1215],
  [' 1215.5 ', 1215.5],
  ['1,215.00', 1215],
  ['35,329.88', 35_329.88],
  ['1,215,000', 1_215_000],
  ['12,15,000.50', 1_215_000.5],
])('%j is %d', (text, amount) => expect(amountOf(text)).toBe(amount));

it.each(['', '150,00', '12,5', '1,00', '1,2,3', '1215,', ',215', '1.215,00', '-5', '1e3', '12.', '1 215'])(
  '%j is none: a comma that could be meant in two ways is not guessed',
  (text) => expect(amountOf(text)).toBeUndefined(),
);
