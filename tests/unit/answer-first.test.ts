/** An answer is kept under an address only if it is that address's. */
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { askedAs } from '#server/platform/cache/answer-first.ts';

const asked = (url: string, readUrl: string) =>
  // All that is read of a request.
  askedAs({ method: 'GET', url, headers: {} } as IncomingMessage, readUrl)?.address;

test.each(['/', '/api/parts?limit=1', '/catalogue?q=%C3%BC#top', '//other/path', '/a//b?c=/d'])(
  '%s is what it is read as',
  (url) => {
    expect(asked(url, `http://shop.example:3000${url}`)).toBe(url);
  },
);

test.each([
  ['/', 'http://0.0.0.1/blog?/'],
  ['/catalogue?q\t=brake', 'http://shop/catalogue?q=brake'],
  ['/x/../api/parts', 'http://shop/api/parts'],
  ['http://other/', 'http://other/'],
  ['*', 'http://shop'],
])('%s is not kept where it is read as %s', (url, readUrl) => {
  expect(asked(url, readUrl)).toBeUndefined();
});
