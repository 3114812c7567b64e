import { expect, test } from 'vitest';
import { csvOf } from '#web/csv.ts';

test('cells are quoted where they must be', () => {
  expect(csvOf(['Name', 'Note'], [['Brake disc, "drilled"', 'two\nlines']])).toBe(
    'Name,Note\r\n"Brake disc, ""drilled""","two\nlines"',
  );
});

test('numbers stand as they are, and what is missing is empty', () => {
  expect(csvOf(['Quantity', 'Price', 'Paid'], [[24, -4.5, null]])).toBe('Quantity,Price,Paid\r\n24,-4.5,');
});

test('text that a spreadsheet would run as a formula is kept as text', () => {
  expect(csvOf(['Name'], [['=HYPERLINK("x")'], ['+880 1711'], ['@home']])).toBe(
    'Name\r\n"\'=HYPERLINK(""x"")"\r\n\'+880 1711\r\n\'@home',
  );
});
