import { expect, test } from 'vitest';
import { nextCursor } from '#web/addresses/page-links.ts';

test('the next page is told by the link header, and only by its next link', () => {
  expect(nextCursor('</api/parts?limit=24&cursor=a%2Bb%3D>; rel="next"')).toBe('a+b=');
  expect(nextCursor('</api/parts?cursor=x>; rel="prev", </api/parts?cursor=y>; rel="next"')).toBe('y');
  expect(nextCursor('</api/parts?cursor=x>; rel="prev"')).toBeUndefined();
  expect(nextCursor(undefined)).toBeUndefined();
});
