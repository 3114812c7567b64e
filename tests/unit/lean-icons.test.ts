/** Icons of several strokes are drawn as one path; where each begins must not change by that. */
import { describe, expect, it } from 'vitest';
import { leanShapes, type Shape } from '../../scripts/lean-icons.ts';

const strokes = (...paths: string[]): Shape[] => paths.map((d) => ['path', { d, key: '1x2y3z' }]);
const path = (d: string) => [['path', { d }]];

describe('several strokes as one', () => {
  it('a stroke that begins with m begins where it did, and what follows without a letter stays relative', () => {
    const scales = strokes('M12 3v18', 'm19 8 3 8a5 5 0 0 1-6 0zV7');
    expect(leanShapes(scales)).toEqual(path('M12 3v18M19 8l3 8a5 5 0 0 1-6 0zV7'));
  });

  it('a letter may follow at once, a sign or a point may stand for the gap', () => {
    expect(leanShapes(strokes('m9 12v3'))).toEqual(path('M9 12v3'));
    expect(leanShapes(strokes('m15-3.5.5 2'))).toEqual(path('M15 -3.5l.5 2'));
  });

  it('what begins absolutely stays as it is', () => {
    expect(leanShapes(strokes('M5 12h14', 'M12 5l7 7'))).toEqual(path('M5 12h14M12 5l7 7'));
  });
});

it.each(['printer', 'circle-exclamation-point', 'scale'])(
  'of %s, as lucide has it, what is no path stays, and no key',
  async (name) => {
    const { __iconData } = await import(`../../node_modules/lucide-react/dist/esm/icons/${name}.mjs`);
    const shapes: readonly Shape[] = __iconData.node;
    const lean = leanShapes(shapes);
    expect(lean.filter(([tag]) => tag === 'path').length).toBeLessThanOrEqual(1);
    expect(lean.filter(([tag]) => tag !== 'path').map(([tag]) => tag)).toEqual(
      shapes.filter(([tag]) => tag !== 'path').map(([tag]) => tag),
    );
    expect(lean.some(([, attributes]) => 'key' in attributes)).toBe(false);
  },
);
