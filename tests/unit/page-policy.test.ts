/** What a page allows browsers to load. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '#main/pages.ts';

const directive = (policy: string, name: string) =>
  policy.split('; ').find((one) => one.startsWith(`${name} `));

test('pictures come from the shop and from the origins that are set, from nowhere else', () => {
  const policy = (pictureOrigins: readonly string[]) =>
    directive(contentSecurityPolicy('', { stripe: false, pictureOrigins }), 'img-src');
  expect(policy([])).toBe("img-src 'self' data: blob:");
  expect(policy(['https://cdn.example'])).toBe("img-src 'self' data: blob: https://cdn.example");
});

test('scripts run that stand in this very page, and no other', () => {
  const script = 'window.a = 1 < 2;';
  const html = `<html><script nonce="">${script}</script><script src="/assets/a.js"></script></html>`;
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = contentSecurityPolicy(html, { stripe: false, pictureOrigins: [] });
  expect(directive(policy, 'script-src')).toBe(`script-src 'self' 'sha256-${hash}'`);
});

test('the payment provider’s script, frames and calls are allowed only with the provider', () => {
  const policy = (stripe: boolean) => contentSecurityPolicy('', { stripe, pictureOrigins: [] });
  expect(policy(false)).not.toContain('stripe.com');
  expect(directive(policy(true), 'script-src')).toBe("script-src 'self' https://js.stripe.com");
  expect(directive(policy(true), 'frame-src')).toBe(
    'frame-src https://js.stripe.com https://hooks.stripe.com',
  );
  expect(directive(policy(true), 'connect-src')).toBe("connect-src 'self' https://api.stripe.com");
});
