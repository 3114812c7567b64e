/** A page is whole in its pieces, and has those scripts in the outer two that are written anew. */
import { expect, test } from 'vitest';
import { cutText } from '#web/document/page-text.ts';

test.each([
  [
    '<html><head><script>1</script></head><body><p>Parts</p><script>2</script><p>More</p></body></html>',
    '<body><p>Parts</p>',
  ],
  [
    '<html><head></head><body>Parts<script type="application/json">{}</script><script>1</script></body></html>',
    '<body>Parts<script type="application/json">{}</script>',
  ],
  [
    '<html><head></head><body>Parts<script>1</script><script type="application/json">[]</script><script>2</script></body></html>',
    '<body>Parts<script>1</script><script type="application/json">[]</script>',
  ],
  [
    '<html><head><script type="application/json">{}</script></head><body>Parts<script>1</script></body></html>',
    '<body>Parts',
  ],
  ['<html><head></head><body><p>Parts</p></body></html>', '<body><p>Parts</p></body></html>'],
  ['<html><head></head></html>', '</html>'],
  ['Internal Server Error', ''],
  ['', ''],
])('%s', (html, between) => {
  const { head, shown, scripts } = cutText(html);
  expect(head + shown + scripts).toBe(html);
  expect(shown).toBe(between);
});
