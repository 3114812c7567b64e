/** Icons as the pages draw them: each as little markup as it can be, since a list has one or two in each line. */
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Shapes as lucide has them: a tag and its attributes, with a `key` of random letters that packs badly. */
export type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** Leaves of an icon what is drawn, all strokes as one path. */
export function leanIcons(): Plugin {
  return {
    name: 'mainshaft:lean-icons',
    apply: 'build',
    async transform(code, id) {
      // Others lead to an icon by a former name.
      if (!/\/lucide-react\/.*\/icons\//.test(id) || !code.includes('createLucideIcon')) return null;
      const { __iconData } = await import(pathToFileURL(id).href);
      const data = JSON.stringify({ node: leanShapes(__iconData.node) });
      return {
        code: `import create from '../createLucideIcon.mjs';\nexport default create(${data});`,
        map: null,
      };
    },
  };
}

/** The same drawing in as few shapes as these are without rewriting any but paths. */
export function leanShapes(shapes: readonly Shape[]): Shape[] {
  const strokes = shapes.flatMap(([tag, { d }]) => (tag === 'path' && d !== undefined ? [d] : []));
  const others = shapes
    .filter(([tag]) => tag !== 'path')
    .map(([tag, { key: _, ...attributes }]): Shape => [tag, attributes]);
  return strokes.length === 0 ? others : [['path', { d: onePath(strokes) }], ...others];
}

const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)`;
const RELATIVE_START = new RegExp(`^m\\s*(${NUMBER})[\\s,]*(${NUMBER})\\s*(?=([\\d.+-])?)`);

/**
 * Several paths (`d` of SVG) as one. A path that begins with `m` begins there all the same, as the first of one does: what would be
 * counted from the end of the one before is written as from the drawing's corner, and lines that follow without a letter stay
 * relative.
 */
function onePath(paths: readonly string[]): string {
  const absolute = paths.map((path) =>
    path.replace(RELATIVE_START, (_start, x: string, y: string, next?: string) =>
      next === undefined ? `M${x} ${y}` : `M${x} ${y}l`,
    ),
  );
  return absolute.join('');
}
