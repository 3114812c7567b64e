/** What stands below the first screen of a page that somebody goes to: shown a moment after the screen itself. */
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { behindFrame } from './behind-frame.ts';
import { useCameAhead, useIsShown } from './laid-out.tsx';
import { isOnward } from './ways.ts';

/**
 * At once in a page that the server sends and on the way back, where the page may stand anywhere; on the way onward as soon as
 * the rest has been painted. In a page that is laid out ahead it waits until that is shown. It does not go again: what stands
 * there may have been scrolled to.
 */
export function Rest({
  upToPx = Number.POSITIVE_INFINITY,
  children,
}: {
  /** As wide as pages are that it is the rest of; on a wider one it stands on the first screen, beside something else. */
  readonly upToPx?: number;
  readonly children: () => ReactNode;
}) {
  const isAhead = useCameAhead();
  const [isHere, setIsHere] = useState(() => (!isAhead && !isOnward()) || innerWidth > upToPx);
  return isHere ? children() : <Waiting onShown={setIsHere} />;
}

/** By itself, so that what is here is not rendered again when the page is shown once more. */
function Waiting({ onShown }: { readonly onShown: (isHere: true) => void }) {
  const isShown = useIsShown();
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    if (isOnward()) return behindFrame(() => startTransition(() => onShown(true)));
    onShown(true);
    return undefined;
  }, [isShown, onShown]);
  return null;
}
