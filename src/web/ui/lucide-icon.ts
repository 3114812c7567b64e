/**
 * Makes an icon out of lucide's data, in the place of lucide's own maker (`vite.config.ts`), which puts sizes, colours and
 * classes together again for each icon that is drawn. The markup is the same, since in development the server has lucide’s.
 */
import { createElement, type ReactElement, type SVGProps } from 'react';

type IconData = {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly node: readonly (readonly [tag: string, attributes: SVGProps<SVGElement>])[];
};

const LOOK = {
  xmlns: 'http://www.w3.org/2000/svg',
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
export default function createIcon({ name, aliases = [], node }: IconData) {
  const ownClass = `lucide ${[name, ...aliases].map((one) => `lucide-${one}`).join(' ')}`;
  const drawing = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ className, ...rest }: SVGProps<SVGSVGElement>): ReactElement =>
    createElement(
      'svg',
      { ...LOOK, className: className ? `${ownClass} ${className}` : ownClass, ...rest },
      ...drawing,
    );
}
