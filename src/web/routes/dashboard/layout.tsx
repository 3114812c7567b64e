/** The signed-in part of the shop: rendered in the browser only, since the session lives there. */
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { pageHead } from '#web/document/head.ts';
import { RequireSession } from '#web/features/identity/guards.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { DIALOG_WINDOW } from '#web/ui/dialog.tsx';
import { LocaleProvider } from '#web/ui/locale.tsx';
import { readersLocale } from '#web/ui/readers-locale.ts';
import { useExpected } from '#web/use-expected.ts';
import styles from './layout.module.css';
import { SideMenu } from './side-menu.tsx';

export const Route = createFileRoute('/dashboard')({
  ssr: false,
  head: ({ match }) => pageHead(match.context, { title: 'Dashboard', noIndex: true }),
  component: Dashboard,
});

function Dashboard() {
  useExpected(DIALOG_WINDOW);
  return (
    <RequireSession>
      {/* Behind sign-in dates are written the reader's way; nothing here is rendered on the server. */}
      <LocaleProvider locale={readersLocale()}>
        <div className={classNames('wrap', styles.page)}>
          <SideMenu />
          <div className={styles.pane}>
            <Outlet />
          </div>
        </div>
      </LocaleProvider>
    </RequireSession>
  );
}
