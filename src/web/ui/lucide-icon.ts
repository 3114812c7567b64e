/**
 * Makes an icon out of lucide's data, in the place of lucide's own maker (`vite.config.ts`), which puts sizes, colours and
 * classes together again for each icon that is drawn. While developing, server and browser both have lucide's own.
 */
import { createElement, type ReactElement, type SVGProps } from 'react';

type IconData = {
  readonly node: readonly (readonly [tag: string, attributes: SVGProps<SVGElement>])[];
};

const LOOK = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** An icon takes a class, and what ties it to its words (`aria-hidden`). */
export default function createIcon({ node }: IconData) {
  const drawing = node.map(([tag, attributes]) => createElement(tag, attributes));
  return (own: SVGProps<SVGSVGElement>): ReactElement =>
    createElement('svg', { ...LOOK, ...own }, ...drawing);
}
