/**
 * The list and the parts that somebody goes to and fro between. What was shown stays laid out, out of sight, and so does what
 * the reader points at: to open either is to show it.
 */
import { createFileRoute, type HistoryLocation, Outlet, useMatch, useRouter } from '@tanstack/react-router';
import { type ComponentType, memo, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { stringifySearch } from '#web/addresses/search-params.ts';
import { NUMBER_TYPEFACE } from '#web/document/typefaces.ts';
import type { CatalogueSearch } from '#web/features/catalogue/catalogue-search.ts';
import { pageAhead } from '#web/features/catalogue/page-ahead.ts';
import { LIST_ROUTE, PART_ROUTE, pageAt } from '#web/features/catalogue/page-at.ts';
import type { CataloguePage, PartAddress, Shows } from '#web/features/catalogue/shown-page.ts';
import { useSameSearch } from '#web/features/catalogue/use-same-search.ts';
import { drawWhilePressed, isLaidAside, LaidOut } from '#web/navigation/laid-out.tsx';
import { useShownAtOnce } from '#web/navigation/shown-at-once.ts';
import { opensHere } from '#web/navigation/use-following.ts';
import { useLaidOut } from '#web/navigation/use-laid-out.ts';

export const Route = createFileRoute('/_browsing')({
  head: () => ({ links: [NUMBER_TYPEFACE] }),
  component: Browsing,
});

/** The open part and the one before it. */
const PARTS_KEPT = 2;

function Browsing() {
  const { list: openList, part: openPart } = useOpenPage();
  const list = useListToShow(openList);
  const parts = useLaidOut(openPart, pageAhead.usePart(), nameOf, PARTS_KEPT);
  useEffect(() => pageAhead.layOut(), []);
  useDrawnWhilePressed();
  return (
    <>
      {list !== undefined && (
        <LaidOut name="lists" isShown={openList !== undefined}>
          <Page route={LIST_ROUTE} shown={list} />
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

/** The page that is to be seen: the router's, or the one that it is about to go to, where that is laid out. */
function useOpenPage(): CataloguePage {
  const router = useRouter();
  const atOnce = useShownAtOnce(
    useCallback((location: HistoryLocation) => isReady(pageAt(router, location)), [router]),
  );
  const pageAtOnce = useMemo(() => atOnce && pageAt(router, atOnce), [router, atOnce]);
  const list = useMatch({
    from: LIST_ROUTE,
    shouldThrow: false,
    select: ({ status, loaderDeps }) => (status === 'success' ? loaderDeps : undefined),
  });
  const part = useMatch({
    from: PART_ROUTE,
    shouldThrow: false,
    select: ({ status, params, search }) =>
      status === 'success' ? { ...params, was: search.was } : undefined,
  });
  return pageAtOnce ?? { list, part };
}

/** While somebody presses a link, the list that it leads to is drawn, where it is laid out. */
function useDrawnWhilePressed(): void {
  const router = useRouter();
  useEffect(() => {
    const onPress = (press: PointerEvent) => {
      const link = press.target instanceof Element ? press.target.closest('a') : null;
      if (link === null || !opensHere(press) || link.origin !== location.origin) return;
      const { list } = pageAt(router, link);
      if (list !== undefined) drawWhilePressed(stringifySearch(list));
    };
    addEventListener('pointerdown', onPress);
    return () => removeEventListener('pointerdown', onPress);
  }, [router]);
}

/** Whether it is not shown, and nothing is left to do but that. What is old the router asks for anew when it is there, as always. */
function isReady({ list, part }: CataloguePage): boolean {
  if (list !== undefined) return isLaidAside(stringifySearch(list));
  return part !== undefined && isLaidAside(nameOf(part));
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
    <LaidOut name={nameOf(part)} isShown={isOpen}>
      <Page route={PART_ROUTE} shown={part} />
    </LaidOut>
  );
});

/** A page by its route: its script comes with that, so that each page brings along its own alone. */
const Page = memo(function Page({
  route,
  shown,
}: {
  readonly route: typeof LIST_ROUTE | typeof PART_ROUTE;
  readonly shown: CatalogueSearch | PartAddress;
}) {
  const Component: ComponentType<Shows<unknown>> | undefined =
    useRouter().routesById[route].options.component;
  return Component && <Component shown={shown} />;
});
