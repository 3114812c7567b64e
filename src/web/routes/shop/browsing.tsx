/**
 * The list and the parts that somebody goes to and fro between. What was shown stays laid out, out of sight, and so does what
 * the reader points at: to open either is to show it.
 */
import { createFileRoute, Outlet, useMatch, useRouter } from '@tanstack/react-router';
import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { CatalogueSearch } from '#web/features/catalogue/catalogue-search.ts';
import { pageAhead } from '#web/features/catalogue/page-ahead.ts';
import { type PartAddress, ShownList, ShownPart } from '#web/features/catalogue/shown-page.ts';
import { useSameSearch } from '#web/features/catalogue/use-same-search.ts';
import { LaidOut } from '#web/ui/laid-out.tsx';
import { useLaidOut } from '#web/use-laid-out.ts';

export const Route = createFileRoute('/_browsing')({ component: Browsing });

/** The open part and the one before it. */
const PARTS_KEPT = 2;

function Browsing() {
  const openList = useMatch({
    from: '/_browsing/catalogue',
    shouldThrow: false,
    select: ({ status, search }) => (status === 'success' ? search : undefined),
  });
  const openPart = useMatch({
    from: '/_browsing/catalogue/$brand/$partNumber',
    shouldThrow: false,
    select: ({ status, params, search }) =>
      status === 'success' ? { ...params, was: search.was } : undefined,
  });
  const list = useListToShow(openList);
  const parts = useLaidOut(openPart, pageAhead.usePart(), nameOf, PARTS_KEPT);
  // What was pointed at here is not where somebody goes who comes back later.
  useEffect(() => () => pageAhead.expect(undefined), []);
  return (
    <>
      {list !== undefined && (
        <LaidOut isShown={openList !== undefined}>
          <ShownList value={list}>
            <Page route="/_browsing/catalogue" />
          </ShownList>
        </LaidOut>
      )}
      {parts.map(([name, part]) => (
        <PartPage key={name} {...part} isOpen={openPart !== undefined && nameOf(openPart) === name} />
      ))}
      {/* What the router has to show in their place: that there is no such part, that something failed, that it takes a while. */}
      {openList === undefined && openPart === undefined && <Outlet />}
    </>
  );
}

const nameOf = ({ brand, partNumber, was = '' }: PartAddress) => `${brand}/${partNumber}/${was}`;

/** One page shows all lists, and keeps of their parts what it needs: the open list, the last one, or the one that comes next. */
function useListToShow(open: CatalogueSearch | undefined): CatalogueSearch | undefined {
  const ahead = useDeferredValue(pageAhead.useList());
  const [last, setLast] = useState(open);
  if (open !== undefined && open !== last) setLast(open);
  return useSameSearch(open ?? last ?? ahead);
}

/** Rendered again only when another part is to be shown, not when this one is opened. */
const PartPage = memo(function PartPage({
  brand,
  partNumber,
  was,
  isOpen,
}: PartAddress & { readonly isOpen: boolean }) {
  const part = useMemo(() => ({ brand, partNumber, was }), [brand, partNumber, was]);
  return (
    <LaidOut isShown={isOpen}>
      <ShownPart value={part}>
        <Page route="/_browsing/catalogue/$brand/$partNumber" />
      </ShownPart>
    </LaidOut>
  );
});

/** A page by its route: its script comes with that, so that each page brings along its own alone. */
const Page = memo(function Page({
  route,
}: {
  readonly route: '/_browsing/catalogue' | '/_browsing/catalogue/$brand/$partNumber';
}) {
  const Component = useRouter().routesById[route].options.component;
  return Component && <Component />;
});
