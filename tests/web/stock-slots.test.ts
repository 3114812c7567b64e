import { expect, it, test } from 'vitest';
import { cutAtMarks, jsonMark, textMark } from '#web/document/stock-slots.ts';

const SECRET = 'x_y-Z';
const part = { _id: '7', stock: 1_234, minOrder: 10 };
const written = (pieces: ReturnType<typeof cutAtMarks>) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
const slotsOf = (pieces: ReturnType<typeof cutAtMarks>) =>
  pieces.filter((piece) => typeof piece === 'object');

it('a text with marks is the text with numbers, as people and as JSON write them', () => {
  const json = JSON.stringify({ _id: '7', stock: jsonMark(SECRET, '7', 1_234), minOrder: 10 });
  const text = `<b>${textMark(SECRET, part, 'en')} left</b><i>${textMark(SECRET, part, 'de')}</i>${json}`;
  const pieces = cutAtMarks(text, SECRET);
  expect(written(pieces)).toBe('<b>1,234 left</b><i>1.234</i>{"_id":"7","stock":1234,"minOrder":10}');
  const moved = pieces.map((piece) => (typeof piece === 'string' ? piece : (piece.at(99) ?? 'more')));
  expect(written(moved)).toBe('<b>99 left</b><i>99</i>{"_id":"7","stock":99,"minOrder":10}');
});

it('a text without marks, or that nobody could mark, is left alone', () => {
  expect(cutAtMarks('as it is', SECRET)).toEqual(['as it is']);
  expect(cutAtMarks(`<script nonce="${SECRET}">`, SECRET)).toEqual([`<script nonce="${SECRET}">`]);
  expect(cutAtMarks('x:7:1234:10:en;', '')).toEqual(['x:7:1234:10:en;']);
  expect(cutAtMarks('y:7:1234:10:en;', SECRET)).toEqual(['y:7:1234:10:en;']);
});

test('where more than the number follows from the stock, there is no other text', () => {
  const [slot] = slotsOf(cutAtMarks(textMark(SECRET, part, 'en'), SECRET));
  expect(slot).toMatchObject({ partId: 7, text: '1,234' });
  expect(slot?.at(40)?.text).toBe('40');
  expect(slot?.at(39)).toBeUndefined();
  expect(slot?.at(40)?.at(39)).toBeUndefined();
  const [scarce] = slotsOf(cutAtMarks(textMark(SECRET, { ...part, stock: 12 }, 'en'), SECRET));
  expect(scarce?.at(13)).toBeUndefined();
  expect(scarce?.at(1_000)).toBeUndefined();
});
