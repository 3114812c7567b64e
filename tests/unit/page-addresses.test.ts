import { expect, it } from 'vitest';
import { withoutUnread } from '#main/pages.ts';
import { isRead } from '#web/addresses/names-in-addresses.ts';

it.each([
  ['/', '/'],
  ['/catalogue?', '/catalogue'],
  ['/?gclid=Cj0K', '/'],
  ['/?&&=&%', '/'],
  ['/?toString=1&__proto__=2', '/'],
  ['/catalogue?utm_source=mail&utm_campaign=spring', '/catalogue'],
  ['/catalogue?brand=gripstane&fbclid=IwAR0&type=brake-disc', '/catalogue?brand=gripstane&type=brake-disc'],
  ['http://127.0.0.1:3000/catalogue?q=utm_source&x=1', 'http://127.0.0.1:3000/catalogue?q=utm_source'],
])('of %s is left %s', (address, left) => {
  expect(withoutUnread(address, isRead)).toBe(left);
});

it.each([
  '/catalogue?q=a?x=1',
  '/catalogue?q=%26x=1',
  '/catalogue?%71=brake',
  '/catalogue?q',
  '/?vehicle=7&q=a',
])('%s is left as it came', (address) => {
  expect(withoutUnread(address, isRead)).toBe(address);
});
