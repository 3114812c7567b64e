/** Icons of several strokes are drawn as one path; where each begins must not change by that. */
import { describe, expect, test } from 'vitest';
import { leanIcons, onePath } from '../../scripts/lean-icons.ts';

describe('several paths as one', () => {
  test('a path that begins with m begins where it did, and what follows without a letter stays relative', () => {
    expect(onePath(['M12 3v18', 'm19 8 3 8a5 5 0 0 1-6 0zV7'])).toBe('M12 3v18M19 8l3 8a5 5 0 0 1-6 0zV7');
  });

  test('a letter may follow at once, a sign or a point may stand for the gap', () => {
    expect(onePath(['m9 12v3'])).toBe('M9 12v3');
    expect(onePath(['m15-3.5.5 2'])).toBe('M15 -3.5l.5 2');
  });

  test('what begins absolutely stays as it is', () => {
    expect(onePath(['M5 12h14', 'M12 5l7 7'])).toBe('M5 12h14M12 5l7 7');
  });
});

test('an icon keeps what is no path', () => {
  const { transform } = leanIcons();
  const code =
    'const __iconData = {\n  name: "search",\n  size: 24,\n  node: [\n' +
    '    ["path", { d: "m21 21-4.34-4.34", key: "a1" }],\n    ["circle", { cx: "11", key: "b2" }]\n  ]\n};\n';
  const made = (transform as (code: string, id: string) => { code: string } | null)(
    code,
    '/node_modules/lucide-react/dist/esm/icons/search.mjs',
  )?.code;
  expect(made).toContain('["path", { d: "M21 21l-4.34-4.34" }],');
  expect(made).toContain('["circle", { cx: "11" }]');
  expect(made).not.toContain('search');
});
