/** The router: one per page load in the browser, one per request on the server. */
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { parseSearch, stringifySearch } from './addresses/search-params.ts';
import { haveAnswers } from './document/page-answers.ts';
import { renderingSecret } from './document/rendering-secret.ts';
import { startSession } from './features/identity/start-session.ts';
import { heldHistory, tellAtOnce } from './navigation/held-history.ts';
import { isInPlace, leaveAsLoaded } from './navigation/in-place.ts';
import { tellWhatIsUnderWay } from './navigation/under-way.ts';
import { patientImport } from './patient-import.ts';
import { createQueryClient, forgetUsersData } from './query-client.ts';
import { routeTree } from './route-tree.gen.ts';
import { NotFoundPage } from './routes/frame/not-found.tsx';
import { RouteError } from './routes/frame/route-error.tsx';
import { RoutePending } from './routes/frame/route-pending.tsx';

/** Rendered at once on the server; in the browser its script comes to those who meet it. */
const notFoundPage = createIsomorphicFn()
  .server(() => NotFoundPage)
  .client(() =>
    lazyRouteComponent(() => patientImport(() => import('./routes/frame/not-found.tsx')), 'NotFoundPage'),
  );

export function getRouter() {
  const queryClient = createQueryClient();
  if (typeof window !== 'undefined') startSession(() => forgetUsersData(queryClient));
  const secret = renderingSecret();
  const router = createRouter({
    routeTree,
    ...(typeof window === 'undefined' ? {} : { history: heldHistory() }),
    ...(secret === '' ? {} : { ssr: { nonce: secret } }),
    context: { queryClient },
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    // Not by the framework's script that makes the same objects, which is 1 kB more of a list's 15. Pages are rendered whole, so
    // nothing comes behind it.
    hydrate: () => haveAnswers(queryClient),
    parseSearch,
    stringifySearch,
    // Each page has one address; /signUp, which the shop also answers to, redirects to /signup.
    caseSensitive: true,
    scrollRestoration: ({ location }) => !isInPlace(location),
    defaultPreload: 'intent',
    // A pointer that only passes over a link leaves it sooner.
    defaultPreloadDelay: 20,
    // Freshness is the query cache's business; the router asks it each time.
    defaultPreloadStaleTime: 0,
    // What somebody reads stays until the next page is there; only what is made in the browser from the start waits in its own place.
    defaultPendingMs: Number.POSITIVE_INFINITY,
    defaultPendingComponent: RoutePending,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: notFoundPage(),
  });
  if (typeof window !== 'undefined') {
    leaveAsLoaded(router);
    tellWhatIsUnderWay(router);
    // Whatever leads on from where the reader goes leads on from there.
    tellAtOnce(() => router.updateLatestLocation());
  }
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
