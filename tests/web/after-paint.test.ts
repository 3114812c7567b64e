/** A built page's script waits until the page has been painted. */
import { expect, test } from 'vitest';
import { AFTER_PAINT_SCRIPT, scriptAfterPaint } from '#web/document/after-paint.ts';
import { cutText } from '#web/document/page-text.ts';

const later = (html: string) => Object.values(scriptAfterPaint(cutText(html))).join('');
const page = (head: string, body: string) => `<html><head>${head}</head><body>${body}</body></html>`;
const preload = (file: string) => `<link rel="modulepreload" href="/assets/${file}" fetchPriority="low"/>`;

test('nothing of the script is fetched by the page itself; what goes with it is named', () => {
  const html = page(
    `${preload('index-1.js')}${preload('home-2.js')}${preload('pages-3.js')}<link rel="preload" as="font" href="/f.woff2"/>`,
    '<p>Parts</p><script>1</script><script type="module" async="" src="/assets/index-1.js"></script>',
  );
  expect(later(html)).toBe(
    page(
      '<link rel="preload" as="font" href="/f.woff2"/>',
      '<p>Parts</p><script>1</script><script type="text/x-after-paint" src="/assets/index-1.js" data-with="/assets/home-2.js /assets/pages-3.js"></script>',
    ),
  );
  expect(AFTER_PAINT_SCRIPT).toContain('script[type="text/x-after-paint"]');
});

test('a page of the development server stays as it is', () => {
  const html = page('', '<script type="module" async="" src="/@id/virtual:start"></script>');
  expect(later(html)).toBe(html);
});
