/**
 * The first file of the browser: takes over the page that the server rendered.
 *
 * The framework's own entry also brings what calls functions on the server and reads their answers, 12 kB that the shop
 * never uses: its pages ask the table of operations.
 */
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { loadWhenTouched } from './browser-client.ts';
import { getRouter } from './router.tsx';
import { noteWays } from './use-rest.ts';

const router = getRouter();
/** Where most go next. */
const NEXT_PAGES = [router.routesById['/catalogue'], router.routesById['/catalogue/$brand/$partNumber']];

loadWhenTouched(() => Promise.all(NEXT_PAGES.map((route) => router.loadRouteChunk(route))));
noteWays();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  );
});
