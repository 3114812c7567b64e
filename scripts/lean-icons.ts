/** Icons as the pages draw them: each as little markup as it can be, since a list has one or two in each line. */
import type { Plugin } from 'vite';

const DRAWN = /\["path", \{ d: "([^"]+)"(?:, key: "\w+")? \}\](?:,\s*)?/g;
/** What React asks of lists and lucide of nobody, random letters that pack badly, and what an icon is called. */
const UNUSED = /, key: "\w+"|size: 24,|^ {2}name: .*|^ {2}aliases: \[[^\]]*\],|^__iconData\.node;$/gm;

/** All strokes of an icon as one path, and nothing that no page asks for. */
export function leanIcons(): Plugin {
  return {
    name: 'mainshaft:lean-icons',
    apply: 'build',
    transform(code, id) {
      if (!/\/lucide-react\/.*\/icons\//.test(id)) return null;
      const strokes = [...code.matchAll(DRAWN)].map(([, d = '']) => d);
      const drawn = strokes.length === 0 ? '' : `["path", { d: "${onePath(strokes)}" }],`;
      const others = code.replace(DRAWN, '');
      return { code: others.replace('node: [', () => `node: [${drawn}`).replace(UNUSED, ''), map: null };
    },
  };
}

const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)`;
const RELATIVE_START = new RegExp(`^m\\s*(${NUMBER})[\\s,]*(${NUMBER})\\s*(?=([\\d.+-])?)`);

/**
 * Several paths (`d` of SVG) as one. A path that begins with `m` begins there all the same, as the first of one does: what would be
 * counted from the end of the one before is written as from the drawing's corner, and lines that follow without a letter stay
 * relative.
 */
export function onePath(paths: readonly string[]): string {
  const absolute = paths.map((path) =>
    path.replace(RELATIVE_START, (_start, x: string, y: string, next?: string) =>
      next === undefined ? `M${x} ${y}` : `M${x} ${y}l`,
    ),
  );
  return absolute.join('');
}
