/**
 * The text of a rendered page, cut where it is written anew. Between its head and the scripts at its end is most of it, which
 * is left alone.
 */
export type PageText = {
  readonly head: string;
  /** What is to be seen, and data, without any script that is run. */
  readonly shown: string;
  readonly scripts: string;
};

const HEAD_END = '</head>';
const RUN_SCRIPT = /<script(?! type="application\/json")/g;

/** Whatever the page is like: from the first script behind the head on that is run, all of it counts as scripts. */
export function cutText(html: string): PageText {
  const headEnd = html.indexOf(HEAD_END) + HEAD_END.length;
  if (headEnd < HEAD_END.length) return { head: html, shown: '', scripts: '' };
  RUN_SCRIPT.lastIndex = headEnd;
  const shownEnd = RUN_SCRIPT.exec(html)?.index ?? html.length;
  return {
    head: html.slice(0, headEnd),
    shown: html.slice(headEnd, shownEnd),
    scripts: html.slice(shownEnd),
  };
}
