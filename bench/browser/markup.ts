/** Where a page's markup ends: behind it stands what its script takes over, which no browser waits for to show the page. */
const DATA = '<script type="application/json" id="answers"';

/**
 * A page's markup.
 *
 * @throws Error where nothing stands in it for its script, so that data is never weighed as markup
 */
export function markupOf(html: string): string {
  const end = html.indexOf(DATA);
  if (end < 0) throw new Error('The page has no answers for its script');
  return html.slice(0, end);
}
