/** What a page allows browsers to load. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, withoutNonce } from '#main/page-policy.ts';

const NONCE = 'nonce-of-this-rendering';
const directive = (policy: string, name: string) =>
  policy.split('; ').find((one) => one.startsWith(`${name} `));
const policyOf = (
  html: string | readonly string[],
  settings: Partial<Parameters<typeof contentSecurityPolicy>[2]> = {},
) => contentSecurityPolicy([html].flat(), NONCE, { stripe: false, pictureOrigins: [], ...settings });

test('pictures come from the shop and from the origins that are set, from nowhere else', () => {
  const pictures = (pictureOrigins: readonly string[]) =>
    directive(policyOf('', { pictureOrigins }), 'img-src');
  expect(pictures([])).toBe("img-src 'self' data: blob:");
  expect(pictures(['https://cdn.example'])).toBe("img-src 'self' data: blob: https://cdn.example");
});

const script = 'window.a = 1 < 2;';
const hash = createHash('sha256').update(script).digest('base64');

test('scripts run that the shop has put into this very page, and no other', () => {
  const html = `<html><script nonce="${NONCE}">${script}</script><script nonce="${NONCE}" src="/assets/a.js"></script></html>`;
  expect(directive(policyOf(html), 'script-src')).toBe(`script-src 'self' 'sha256-${hash}'`);
});

test('scripts run in whichever piece of the page they are', () => {
  const piece = `<script nonce="${NONCE}">${script}</script>`;
  const other = `<script nonce="${NONCE}">b()</script>`;
  const otherHash = createHash('sha256').update('b()').digest('base64');
  expect(directive(policyOf([piece, '<p>Parts</p>', other]), 'script-src')).toBe(
    `script-src 'self' 'sha256-${hash}' 'sha256-${otherHash}'`,
  );
});

test.each([
  ['without a nonce', `<script>steal()</script>`],
  ['with a guessed nonce', `<script nonce="guess">steal()</script>`],
  ['with an empty nonce', `<script nonce="">steal()</script>`],
  ['with the nonce in another attribute', `<script data-a="nonce=${NONCE}">steal()</script>`],
])('a script that got into the page %s does not run', (_how, injected) => {
  const html = `<html><script nonce="${NONCE}">${script}</script><p>${injected}</p></html>`;
  expect(directive(policyOf(html), 'script-src')).toBe(`script-src 'self' 'sha256-${hash}'`);
});

test('what is sent has no nonce, so it is the same bytes for everyone', () => {
  const page = (nonce: string) =>
    withoutNonce(
      `<head><meta property="csp-nonce" content="${nonce}"/><link rel="x" nonce="${nonce}"/></head><script nonce="${nonce}">${script}</script>`,
      nonce,
    );
  expect(page('one')).toBe(page('two'));
  expect(page('one')).not.toContain('nonce');
});

test('no script is evaluated from text, and nothing inline runs by itself', () => {
  expect(policyOf('')).not.toContain('unsafe-eval');
  expect(directive(policyOf(''), 'script-src')).not.toContain('unsafe-inline');
  expect(directive(policyOf(''), 'style-src')).toBe("style-src 'self'");
  expect(directive(policyOf(''), 'object-src')).toBe("object-src 'none'");
  expect(directive(policyOf(''), 'base-uri')).toBe("base-uri 'none'");
  expect(directive(policyOf(''), 'frame-ancestors')).toBe("frame-ancestors 'none'");
});

test('the payment provider’s script, frames and calls are allowed only with the provider', () => {
  const policy = (stripe: boolean) => policyOf('', { stripe });
  expect(policy(false)).not.toContain('stripe.com');
  expect(directive(policy(true), 'script-src')).toBe("script-src 'self' https://js.stripe.com");
  expect(directive(policy(true), 'frame-src')).toBe(
    'frame-src https://js.stripe.com https://hooks.stripe.com',
  );
  expect(directive(policy(true), 'connect-src')).toBe("connect-src 'self' https://api.stripe.com");
});

test('scripts of others are let near only by those that need them; without any, no text becomes script or markup', () => {
  const trusted = (settings: Parameters<typeof policyOf>[1]) =>
    directive(policyOf('', settings), 'require-trusted-types-for');
  expect(trusted({})).toBe("require-trusted-types-for 'script'");
  expect(directive(policyOf(''), 'trusted-types')).toBe('trusted-types default');
  expect(trusted({ stripe: true })).toBeUndefined();
  const google = { scripts: ['https://apis.google.com'], calls: [], frames: [] };
  expect(trusted({ identityOrigins: google })).toBeUndefined();
});
