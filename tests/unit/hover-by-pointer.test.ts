/** What a finger has touched must not stay as if it hovered there, and nothing else of a style sheet may change. */
import { preprocessCSS, resolveConfig } from 'vite';
import { expect, it } from 'vitest';
import { hoverByPointer } from '../../scripts/hover-by-pointer.ts';

async function built(css: string): Promise<string> {
  const plugins = { css: { postcss: { plugins: [hoverByPointer] } } };
  const config = await resolveConfig({ configFile: false, ...plugins }, 'build');
  return (await preprocessCSS(css, 'sheet.css', config)).code.replaceAll(/\s+/g, ' ').trim();
}

it.each([
  ['a rule, in its place', 'a:hover{x:y} a{z:0}', '@media (hover: hover){a:hover{x:y}} a{z:0}'],
  [
    'of several selectors those that hover',
    '.a:hover .b, .a:focus-within .b{x:y}',
    '.a:focus-within .b{x:y} @media (hover: hover){.a:hover .b{x:y}}',
  ],
  [
    'within a layer and another condition',
    '@layer ui{@media (width > 9px){a:hover{x:y}}}',
    '@layer ui{@media (width > 9px){@media (hover: hover){a:hover{x:y}}}}',
  ],
])('only where something hovers: %s', async (_what, css, expected) => {
  const normal = (text: string) => text.replaceAll(/\s*([{};,])\s*/g, '$1');
  expect(normal(await built(css))).toBe(normal(expected));
});

it.each(['@media (hover: hover){a:hover{x:y}}', 'a:not(:hover){x:y}', '.a, .b{x:y}'])(
  'stays as it is: %s',
  async (css) => expect(await built(css)).toBe(css),
);

it.each([
  'a:is(:hover, :focus-visible){x:y}',
  'a:not(.b:hover){x:y}',
  'a:not(:focus, :hover){x:y}',
  'li:has(a:hover){x:y}',
])('is refused, since a part of it would be lost on a phone: %s', async (css) => {
  await expect(built(css)).rejects.toThrow('make it two selectors');
});
