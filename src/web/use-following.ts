/** Plain links that lead on as the router's do. */
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type MouseEvent, type SyntheticEvent, useRef } from 'react';
import { parseSearch } from './search-params.ts';

/**
 * Listeners for an element with plain links to pages of the shop inside: follows them by the router, and loads where they
 * lead as soon as one is pointed at. One listener for all: with a hundred and more of them, rendering each as a router's
 * link takes longer than the rest of the page.
 */
export function useFollowing() {
  const navigate = useNavigate();
  const router = useRouter();
  const addressOf = (event: SyntheticEvent) =>
    event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : undefined;
  const onClick = (event: MouseEvent) => {
    const href = addressOf(event);
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (href === undefined || href === null || !isPlain) return;
    event.preventDefault();
    void navigate({ href });
  };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const preload = (event: SyntheticEvent) => {
    const href = addressOf(event);
    clearTimeout(timer.current);
    if (href === undefined || href === null) return;
    // Behind the frame: where a page comes up under a pointer that rests, it is painted first.
    timer.current = setTimeout(() => {
      const [to = '', query = ''] = href.split('?');
      router.preloadRoute({ to, search: parseSearch(query) }).catch(() => undefined);
    }, router.options.defaultPreloadDelay);
  };
  return { onClick, onPointerOver: preload, onFocus: preload };
}
