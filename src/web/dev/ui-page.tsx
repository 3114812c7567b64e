/**
 * `/dev/ui`, in development only: every component in every state, on one page. Not a part of the shop: nothing imports
 * it, and the build does not see it.
 */
import '#web/ui/base.css';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LocaleProvider } from '#web/ui/locale.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { FormStates } from './form-states.tsx';
import { FrameStates } from './frame-states.tsx';
import { PartStates } from './part-states.tsx';
import { TableStates } from './table-states.tsx';
import styles from './ui-page.module.css';
import { WordStates } from './word-states.tsx';

function Components() {
  return (
    <LocaleProvider locale="en">
      <main className="wrap">
        <header className={styles.head}>
          <h1>Components</h1>
          <ThemeSwitch showLabel />
        </header>
        <FrameStates />
        <FormStates />
        <WordStates />
        <TableStates />
        <PartStates />
      </main>
    </LocaleProvider>
  );
}

/** Links need a router; wherever they lead, this page stays. */
function stayHere() {
  const root = createRootRoute({ component: Components });
  const anywhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null });
  return createRouter({ routeTree: root.addChildren([anywhere]), history: createMemoryHistory() });
}

const place = document.getElementById('page');
if (place === null) throw new Error('the page has no place');
createRoot(place).render(
  <StrictMode>
    <RouterProvider router={stayHere()} />
  </StrictMode>,
);
