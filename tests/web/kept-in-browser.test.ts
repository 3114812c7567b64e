/** What pages keep in a browser, with a storage that works, is full, or is none. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptInBrowser } from '#web/kept-in-browser.ts';

const stored = new Map<string, string>();
let window: EventTarget;

beforeEach(() => {
  stored.clear();
  window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

const NONE: readonly string[] = [];
const words = (onChange?: (value: readonly string[]) => void) =>
  keptInBrowser<readonly string[]>({
    key: 'words',
    none: NONE,
    parse: (text) => (text === null ? NONE : text.split(/\W+/).filter((word) => word !== '')),
    ...(onChange && { onChange }),
  });
const heard = (key: string | null) => window.dispatchEvent(Object.assign(new Event('storage'), { key }));

test('is the same value until something changes, and is found again by another page', () => {
  const kept = words();
  expect(kept.current()).toBe(NONE);
  kept.change((before) => [...before, 'disc']);
  expect(kept.current()).toEqual(['disc']);
  expect(kept.current()).toBe(kept.current());
  expect(words().current()).toEqual(['disc']);
});

test('those who listen hear of changes here and in another tab, and of a cleared storage, until they stop', () => {
  const seen: (readonly string[])[] = [];
  const kept = words((value) => seen.push(value));
  const listener = vi.fn();
  const stop = kept.subscribe(listener);
  kept.change(() => ['disc']);
  stored.set('words', '["pad"]');
  heard('words');
  stored.clear();
  heard(null);
  heard('something else');
  expect(seen).toEqual([['disc'], ['pad'], []]);
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  kept.change(() => ['disc']);
  heard('words');
  expect(listener).toHaveBeenCalledTimes(3);
});

test.each([
  ['is full', { getItem: () => '["old"]' }],
  [
    'is switched off',
    {
      getItem: () => {
        throw new Error('denied');
      },
    },
  ],
])('where the storage %s, it lasts as long as the page', (_, storage) => {
  vi.stubGlobal('localStorage', {
    ...storage,
    setItem: () => {
      throw new Error('denied');
    },
  });
  const kept = words();
  kept.current();
  kept.change(() => ['disc']);
  expect(kept.current()).toEqual(['disc']);
});
