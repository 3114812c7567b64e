/** Plain links that lead on as the router's do. */
import { type HistoryState, useNavigate, useRouter } from '@tanstack/react-router';
import { type MouseEvent, type SyntheticEvent, useRef } from 'react';
import { parseSearch } from '#web/addresses/search-params.ts';

/** Whether a press on a link opens it here: with another button or a key held it opens elsewhere, or not at all. */
export const opensHere = (
  press: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
) => press.button === 0 && !(press.metaKey || press.ctrlKey || press.shiftKey || press.altKey);

/**
 * Listeners for an element with plain links to pages of the shop inside: follows them by the router, and loads where they
 * lead as soon as one is pointed at or touched. One listener for all: with a hundred and more of them, rendering each as a router's
 * link takes longer than the rest of the page.
 *
 * @param stateOf what the history keeps for where a link leads; nothing, unless told
 */
export function useFollowing(stateOf?: (link: HTMLAnchorElement) => HistoryState) {
  const navigate = useNavigate();
  const router = useRouter();
  /** Where it is pointed, and when that is loaded. */
  const pointed = useRef<{ href?: string | undefined; timer?: ReturnType<typeof setTimeout> }>({});
  // What opens elsewhere is the browser's.
  const linkOf = ({ target }: SyntheticEvent) =>
    (target instanceof Element && target.closest<HTMLAnchorElement>('a:not([target])')) || undefined;
  const addressOf = (link: HTMLAnchorElement | undefined) => link?.getAttribute('href') || undefined;
  const load = (href: string) => {
    const [to = '', query = ''] = href.split('?');
    router.preloadRoute({ to, search: parseSearch(query) }).catch(() => undefined);
  };
  const point = (href: string | undefined) => {
    // A press is a focus, too, and what is pressed has been pointed at.
    if (href === pointed.current.href) return;
    clearTimeout(pointed.current.timer);
    pointed.current = { href };
    if (href === undefined) return;
    // Behind the frame: where a page comes up under a pointer that rests, it is painted first.
    pointed.current.timer = setTimeout(() => load(href), router.options.defaultPreloadDelay);
  };
  // At once: a finger is down for less than a tenth of a second, and does not pass over what it is not meant for.
  const onTouchStart = (event: SyntheticEvent) => {
    clearTimeout(pointed.current.timer);
    const href = addressOf(linkOf(event));
    if (href !== undefined) load(href);
  };
  const onClick = (event: MouseEvent) => {
    const link = linkOf(event);
    const href = addressOf(link);
    // What is one of the router's has been followed.
    if (link === undefined || href === undefined || !opensHere(event) || event.defaultPrevented) return;
    event.preventDefault();
    clearTimeout(pointed.current.timer);
    void navigate({ href, ...(stateOf && { state: stateOf(link) }) });
  };
  const onPoint = (event: SyntheticEvent) => point(addressOf(linkOf(event)));
  const onPointerLeave = () => point(undefined);
  return { onClick, onPointerOver: onPoint, onTouchStart, onFocus: onPoint, onPointerLeave };
}
