/** What a page was made from comes with it as data: it is read as what it was, whatever anybody wrote into it. */
import type { QueryKey } from '@tanstack/react-query';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ANSWERS_ID, answersOf, haveAnswers } from '#web/document/page-answers.ts';
import { cutAtMarks, jsonMark, type StockSlot, textMark } from '#web/document/stock-slots.ts';
import { createQueryClient } from '#web/query-client.ts';

// Files of a worker share what they load: here it is loaded anew, with what stands in for others, and nobody else gets it.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

const SECRET = 'x_y-Z';
const rendering = vi.hoisted(() => ({ secret: '' }));
vi.mock('#web/document/rendering-secret.ts', () => ({ renderingSecret: () => rendering.secret }));

/** How the browser came to the page. */
class Navigation {
  readonly type: string;
  readonly transferSize: number;
  constructor(type: string, transferBytes: number) {
    this.type = type;
    this.transferSize = transferBytes;
  }
}
const FETCHED = new Navigation('navigate', 30_000);
let navigation = FETCHED;

beforeEach(() => {
  rendering.secret = SECRET;
  navigation = FETCHED;
  vi.stubGlobal('PerformanceNavigationTiming', Navigation);
  vi.stubGlobal('performance', { getEntriesByType: () => [navigation] });
});
afterEach(() => vi.unstubAllGlobals());

/** Ends the block, hides what follows, or breaks lines of script, where it isn't written otherwise. */
const MARKUP = '</script><script>steal()</script ></SCRIPT><!-- <script> --> ]]> \u2028\u2029 " \\ \\u003c';
const part = (stock: number, text: string) => ({ _id: '7', name: text, stock, minOrder: 10 });
/** As people may write it who know how marks look, but not the secret of the rendering. */
const LIKE_MARKS = [
  jsonMark('y', '7', 5),
  `"${jsonMark('', '7', 5)}"`,
  textMark('X_Y-z', part(5, ''), 'en'),
  SECRET,
];

type Answers = readonly (readonly [QueryKey, unknown])[];
const answersWith = (stock: number): Answers => [
  [['search', { q: MARKUP }], { parts: [part(stock, MARKUP)], total: { count: 1 }, stock: 3 }],
  [['reviews', 6], LIKE_MARKS.map((text) => ({ _id: text, description: text }))],
  [['part', '7'], { ...part(stock, LIKE_MARKS.join('')), stockOf: null }],
];

/** What stands in the block of a page that was made from these answers. */
function written(answers: Answers): (string | StockSlot)[] {
  const queryClient = createQueryClient();
  for (const [key, data] of answers) queryClient.setQueryData(key, data);
  return cutAtMarks(answersOf(queryClient), rendering.secret);
}
const textOf = (pieces: readonly (string | StockSlot)[]) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');

/** What a browser has that was given this text in the block; of null, there is no block. */
function read(text: string | null) {
  vi.stubGlobal('document', {
    getElementById: (id: string) => (id === ANSWERS_ID && text !== null ? { textContent: text } : null),
  });
  const queryClient = createQueryClient();
  haveAnswers(queryClient);
  return queryClient.getQueryCache().getAll();
}
const answersIn = (text: string): Answers =>
  read(text).map(({ queryKey, state }) => [queryKey, state.data] as const);

test.each([
  ['that follows the stock', SECRET],
  ['in which nothing is marked', ''],
])('nothing in a block %s ends it, and it is read as what it was', (_, secret) => {
  rendering.secret = secret;
  const text = textOf(written(answersWith(1_234)));
  expect(text).not.toContain('<');
  expect(answersIn(text)).toEqual(answersWith(1_234));
});

test('where stock has moved it is read as with the new number, and what only looks like a mark stays', () => {
  const pieces = written(answersWith(1_234));
  expect(pieces.filter((piece) => typeof piece === 'object')).toMatchObject([{ partId: 7 }, { partId: 7 }]);
  const moved = pieces.map((piece) => (typeof piece === 'string' ? piece : (piece.at(99) ?? 'more')));
  expect(answersIn(textOf(moved))).toEqual(answersWith(99));
});

test('what could not be asked for is not written', async () => {
  const queryClient = createQueryClient();
  const failing = () => Promise.reject(new Error('away'));
  await queryClient.prefetchQuery({ queryKey: ['shop'], queryFn: failing });
  queryClient.setQueryData(['reviews'], []);
  expect(answersOf(queryClient)).toBe('[[["reviews"],[]]]');
});

test('a page without a block brings nothing', () => {
  expect(read(null)).toEqual([]);
});

test.each([
  ['fetched', true, FETCHED],
  ['that is come back to', false, new Navigation('back_forward', 30_000)],
  ['that the browser had', false, new Navigation('navigate', 0)],
])('what came with a page %s is as of now: %s', (_, isOfNow, how) => {
  navigation = how;
  const fromMs = Date.now();
  for (const { state } of read(textOf(written(answersWith(1)))))
    expect(state.dataUpdatedAt >= fromMs).toBe(isOfNow);
});
