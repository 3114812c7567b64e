/** The way down to a page of the catalogue, as links. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Step } from '#web/features/catalogue/steps.ts';
import { Breadcrumbs } from '#web/ui/headings.tsx';

/** The last step is this page, and no link. */
export function Trail({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <Breadcrumbs>
      {stepLinks(steps.slice(0, -1))}
      {steps.at(-1)?.name}
    </Breadcrumbs>
  );
}

/** Steps as links, to stand among others. */
export function stepLinks(steps: readonly Step[]): ReactNode[] {
  return steps.map(({ name, path }) => (
    <Link key={path} to={path}>
      {name}
    </Link>
  ));
}
