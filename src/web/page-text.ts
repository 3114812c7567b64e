/**
 * The text of a rendered page, cut where it is written anew. Between its head and the scripts at its end is most of it, which
 * is left alone.
 */
export type PageText = {
  readonly head: string;
  /** What is to be seen, without any script. */
  readonly shown: string;
  readonly scripts: string;
};

const HEAD_END = '</head>';

/** Whatever the page is like: from the first script behind the head on, all of it counts as scripts. */
export function cutText(html: string): PageText {
  const headEnd = html.indexOf(HEAD_END) + HEAD_END.length;
  if (headEnd < HEAD_END.length) return { head: html, shown: '', scripts: '' };
  const firstScript = html.indexOf('<script', headEnd);
  const shownEnd = firstScript === -1 ? html.length : firstScript;
  return {
    head: html.slice(0, headEnd),
    shown: html.slice(headEnd, shownEnd),
    scripts: html.slice(shownEnd),
  };
}
