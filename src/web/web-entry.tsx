/**
 * The first file of the browser: takes over the page that the server rendered.
 *
 * The framework's own entry also brings what calls functions on the server and reads their answers, 12 kB that the shop
 * never uses: its pages ask the table of operations.
 */
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { loadCallsWhenTouched } from './browser-client.ts';
import { getRouter } from './router.tsx';

loadCallsWhenTouched();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={getRouter()} />
    </StrictMode>,
  );
});
