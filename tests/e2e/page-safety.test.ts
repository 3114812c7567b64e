/** What a page tells browsers, and what browsers make of it. */
import { glob, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, signIn } from './browser.ts';
import { BUYER } from './running-shop.ts';
import { theShop } from './the-shop.ts';

const PROJECT = join(import.meta.dirname, '../..');
const url = theShop().url;

type Got = { status: number; headers: Readonly<Record<string, string | string[] | undefined>>; text: string };

/** Asks by an address as it stands; `fetch` would mend it. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Got> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test('every answer says how it may be used, whatever it is', async () => {
  const asset = /\/assets\/[\w.-]+\.js/.exec((await ask('/')).text)?.[0] ?? '/assets/';
  for (const path of [
    '/',
    asset,
    '/favicon.svg',
    '/no-such-page',
    '/api/shop',
    '/media/none',
    '/healthz',
    '/robots.txt',
  ]) {
    const { headers } = await ask(path);
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    // Over plain http nobody is told to come by https; the demo has no other way.
    expect(headers['strict-transport-security'], path).toBeUndefined();
  }
});

test.each([
  '//evil.example',
  '//evil.example/%2e%2e',
  '/%2F%2Fevil.example',
  '/%5Cevil.example',
  '///evil.example/a',
  '/%09/evil.example',
])('%s is no page, and leads nowhere', async (path) => {
  const { status, headers, text } = await ask(path);
  expect(status).toBe(404);
  expect(headers.location).toBeUndefined();
  expect(text).not.toContain('evil.example');
});

test.each([
  {},
  { host: 'evil.example' },
  { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
])('a page is the same, and a redirect stays in the shop, whatever host is named: %j', async (headers) => {
  const redirect = await ask('/signUp', headers);
  expect(redirect.status).toBeGreaterThanOrEqual(300);
  expect(redirect.headers.location).toBe('/signup');
  const page = await ask(`/blog?asked=${JSON.stringify(headers).length}`, headers);
  expect(page.text).not.toContain('evil.example');
  expect(page.text).toContain(`href="${url}/blog"`);
});

test('each page runs the scripts that the shop put into it, by their hashes', async () => {
  for (const path of ['/', '/catalogue', '/login', '/no-such-page']) {
    const { headers, text } = await ask(path);
    const policy = String(headers['content-security-policy']);
    // What a page was made from is data, which nobody runs.
    const inline = [...text.matchAll(/<script(?! type="application\/json")(?![^>]*\bsrc=)[^>]*>/g)];
    expect(inline.length, path).toBeGreaterThan(0);
    expect([...policy.matchAll(/'sha256-/g)].length, path).toBe(
      new Set(inline.map(({ index }) => text.slice(index, text.indexOf('</script>', index)))).size,
    );
    expect(policy).not.toMatch(/unsafe-(inline' |eval)|nonce-|http:|\*/);
    expect(text).not.toMatch(/nonce=|csp-nonce/);
  }
});

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('going through the shop breaks no rule of its pages, and text never becomes markup or script', async () => {
  const page = await openPage(browser);
  await page.goto('/');
  await page.getByRole('link', { name: 'Blog' }).first().click();
  await page.waitForURL('**/blog');
  await page.goto('/catalogue');
  await page.locator('main a[href^="/catalogue/"]').first().click();
  await signIn(page, BUYER);
  await page.goto('/dashboard/myorder');
  await page.getByRole('table').waitFor();
  const refused = await page.evaluate(() => {
    const tries: readonly (() => void)[] = [
      () => {
        document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>';
      },
      () => {
        document.createElement('script').src = 'https://evil.example/a.js';
      },
      () => {
        document.createElement('script').textContent = 'alert(1)';
      },
      () => void document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
    ];
    return tries.map((attempt) => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return error instanceof TypeError ? 'refused' : String(error);
      }
    });
  });
  expect(refused).toEqual(['refused', 'refused', 'refused', 'refused']);
  expect(page.complaints.filter((text) => !/Trusted|evil\.example|innerHTML/.test(text))).toEqual([]);
  await page.context().close();
});

test('a search for markup is shown as it was typed, and its page comes alive', async () => {
  const asked = '</script><b>x<!--';
  const page = await openPage(browser);
  await page.goto(`/catalogue?q=${encodeURIComponent(asked)}`);
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  await page.getByRole('heading', { name: `Nothing found for “${asked}”` }).waitFor();
  expect(await page.title()).toContain(asked);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

test('no secret is in what browsers are given', async () => {
  const kept: unknown = JSON.parse(await readFile(join(theShop().dataDir, 'secrets.json'), 'utf8'));
  const secrets = Object.values(kept as Record<string, string>).filter((value) => !value.startsWith('pk_'));
  expect(secrets.length).toBeGreaterThanOrEqual(4);
  const shapes =
    /\b(?:sk|rk)_(?:live|test)_\w{8}|\bwhsec_\w{8}|-----BEGIN [A-Z ]*PRIVATE KEY|\b(?:STRIPE_SECRET_KEY|DATABASE_URL|SMTP_URL|IMAGE_HOST_KEY|GOOGLE_CLIENT_SECRET)\b|postgres(?:ql)?:\/\//;
  let files = 0;
  for await (const file of glob('dist/pages/*/client/**/*.{js,css,html,json,svg,txt,map}', {
    cwd: PROJECT,
  })) {
    files += 1;
    const text = await readFile(join(PROJECT, file), 'utf8');
    expect(shapes.exec(text)?.[0], file).toBeUndefined();
    for (const secret of secrets) expect(text.includes(secret), file).toBe(false);
  }
  expect(files).toBeGreaterThan(20);
});
