/** The tray of parts to compare, on the pages of the shop while there is anything in it. */
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useComparedParts } from '#web/features/catalogue/compare-shelf.ts';
import type { KeptPart } from '#web/features/catalogue/kept-part.ts';
import { chunk, useChunk } from '#web/use-chunk.ts';
import { useShopPage } from './shop-pages.ts';

const TRAY = chunk(() => import('#web/features/catalogue/compare-tray.tsx'));
const NONE: readonly KeptPart[] = [];

export function ShopCompareTray() {
  const page = useShopPage();
  const isEmpty = useComparedParts().length === 0;
  // What was cleared can be brought back until another page is opened.
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const [{ parts, at }, setCleared] = useState({ parts: NONE, at: '' });
  const cleared = at === pathname ? parts : NONE;
  const isWanted = page !== undefined && page !== '/catalogue/compare' && (!isEmpty || cleared.length > 0);
  const script = useChunk(TRAY, isWanted);
  if (!isWanted || script.status !== 'ready') return null;
  const CompareTray = script.module.default;
  return <CompareTray cleared={cleared} onCleared={(now) => setCleared({ parts: now, at: pathname })} />;
}
