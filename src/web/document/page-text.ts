/**
 * The text of a rendered page, cut where it is written anew. Between its head and the scripts at its end is most of it, which
 * is left alone.
 */
export type PageText = {
  readonly head: string;
  /** What is to be seen, and data. */
  readonly shown: string;
  /** The scripts behind the data. */
  readonly scripts: string;
};

const HEAD_END = '</head>';
const SCRIPT = '<script';
const DATA = `${SCRIPT} type="application/json"`;

/** Whatever the page is like: where it has no data, all of it from the first script behind the head on counts as scripts. */
export function cutText(html: string): PageText {
  const headEnd = html.indexOf(HEAD_END) + HEAD_END.length;
  if (headEnd < HEAD_END.length) return { head: html, shown: '', scripts: '' };
  const data = html.lastIndexOf(DATA);
  const scripts = html.indexOf(SCRIPT, data < headEnd ? headEnd : data + DATA.length);
  const shownEnd = scripts === -1 ? html.length : scripts;
  return {
    head: html.slice(0, headEnd),
    shown: html.slice(headEnd, shownEnd),
    scripts: html.slice(shownEnd),
  };
}
