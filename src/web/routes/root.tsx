/** The document around every page: head, counter, page, foot. */
import '#web/ui/base.css';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { vehicleSearch } from '#web/addresses/vehicle-search.ts';
import { AFTER_PAINT_SCRIPT, tellAlive } from '#web/document/after-paint.ts';
import { shopOrigin } from '#web/document/head.ts';
import { ANSWERS_ID, answersOf } from '#web/document/page-answers.ts';
import { TRUSTED_TYPES_SCRIPT } from '#web/document/trusted-types-script.ts';
import { TEXT_TYPEFACES } from '#web/document/typefaces.ts';
import { providerMeta } from '#web/features/identity/chosen-provider.ts';
import { shopQuery, useShop } from '#web/features/shop/shop-query.ts';
import { MoveVehiclesIn } from '#web/features/vehicles/move-vehicles-in.tsx';
import { LocaleProvider } from '#web/ui/locale.tsx';
import { BEFORE_PAINT_SCRIPT } from '#web/ui/theme-script.ts';
import { groupByThrees } from '#web/ui/whole-numbers.ts';
import { Footer } from './frame/footer.tsx';
import { Header } from './frame/header.tsx';
import { OpenedPage } from './frame/opened-page.tsx';
import { OrdersPaused } from './frame/orders-paused.tsx';
import { ShopCompareTray } from './frame/shop-compare-tray.tsx';
import { ShopVehicleBar } from './frame/shop-vehicle-bar.tsx';
import styles from './root.module.css';

const FIRST_SCRIPT = import.meta.env.SSR
  ? TRUSTED_TYPES_SCRIPT + BEFORE_PAINT_SCRIPT + AFTER_PAINT_SCRIPT
  : '';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  validateSearch: vehicleSearch,
  beforeLoad: async ({ context }) => {
    const shop = await context.queryClient.ensureQueryData(shopQuery);
    return { shopName: shop.name, origin: shopOrigin(), provider: providerMeta(shop.identity) };
  },
  head: ({ match }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
      { name: 'theme-color', content: '#14171a' },
      { title: match.context.shopName },
      { property: 'og:site_name', content: match.context.shopName },
      { property: 'og:type', content: 'website' },
      ...match.context.provider,
    ],
    links: [...TEXT_TYPEFACES, { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }],
  }),
  shellComponent: Document,
  component: Frame,
});

function Document({ children }: { readonly children: ReactNode }) {
  return (
    // The script before the first paint may have set the theme here.
    <html lang="en" suppressHydrationWarning>
      <head>
        <HeadContent />
        <FirstScript />
      </head>
      <body>
        {children}
        <Answers />
        <Scripts />
      </body>
    </html>
  );
}

/** What runs before the first paint. It has run when this page comes alive, so the browser's side has none of its text. */
function FirstScript() {
  const mark = useRouter().options.ssr?.nonce;
  return (
    <script
      nonce={mark}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant text of ours
      dangerouslySetInnerHTML={{ __html: FIRST_SCRIPT }}
    />
  );
}

/** What the shop was asked for while the page was rendered. The browser's side only leaves it as it is. */
function Answers() {
  const { queryClient } = useRouter().options.context;
  return (
    <script
      type="application/json"
      id={ANSWERS_ID}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that can't end the block
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? answersOf(queryClient) : '' }}
    />
  );
}

function Frame() {
  const shop = useShop();
  groupByThrees(shop.locale, shop.thousands);
  useEffect(tellAlive, []);
  return (
    <LocaleProvider locale={shop.locale}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Header shopName={shop.name} />
      {!shop.takesOrders && <OrdersPaused />}
      <ShopVehicleBar />
      <MoveVehiclesIn />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <OpenedPage />
      <Footer shopName={shop.name} isDemo={shop.demo} keepsMailInFolder={shop.mail === 'folder'} />
      <ShopCompareTray />
    </LocaleProvider>
  );
}
