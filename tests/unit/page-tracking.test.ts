import { expect, it } from 'vitest';
import { withoutTracking } from '#main/pages.ts';

it.each([
  ['/', '/'],
  ['/?gclid=Cj0K', '/'],
  ['/catalogue?utm_source=mail&utm_campaign=spring', '/catalogue'],
  [
    '/catalogue?brand=gripstane&fbclid=IwAR0&type=brake-disc&_gl=1*x',
    '/catalogue?brand=gripstane&type=brake-disc',
  ],
  ['http://127.0.0.1:3000/catalogue?q=utm_source&msclkid=1', 'http://127.0.0.1:3000/catalogue?q=utm_source'],
])('of %s is left %s', (address, left) => {
  expect(withoutTracking(address)).toBe(left);
});

it.each(['/catalogue?', '/catalogue?q=a?gclid=1', '/catalogue?q=a&&', '/x?gclids=1&xutm_a=2&q=%26gclid=1'])(
  '%s is left as it came',
  (address) => {
    expect(withoutTracking(address)).toBe(address);
  },
);
