/**
 * The first file of the browser: takes over the page that the server rendered.
 *
 * The framework's own entry also brings what calls functions on the server and reads their answers, 12 kB that the shop
 * never uses: its pages ask the table of operations.
 */
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { loadWhenTouched } from './calls/browser-client.ts';
import { getRouter } from './router.tsx';

// In a task of its own: to read all of this is one already, on a slow phone a long one.
setTimeout(() => {
  const router = getRouter();
  /** Where most go next. */
  const nextPages = [router.routesByPath['/catalogue'], router.routesByPath['/catalogue/$brand/$partNumber']];
  loadWhenTouched(() => Promise.all(nextPages.map((route) => router.loadRouteChunk(route))));
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    );
  });
});
