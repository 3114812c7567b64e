/**
 * The counter: mark, search, navigation. The same bytes for everybody; what depends on the reader (Dashboard, Sign Out
 * or Login) is filled in the browser, into space kept for it.
 */
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { SearchBox } from '#web/features/catalogue/search-box.tsx';
import { signOut, useSession } from '#web/features/identity/session.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { Brand } from './brand.tsx';
import styles from './header.module.css';

export function Header({ shopName }: { readonly shopName: string }) {
  return (
    <header className={styles.counter}>
      <div className={classNames('wrap', styles.top)}>
        <Brand name={shopName} />
        <SearchBox />
        <nav className={styles.menu} aria-label="Main">
          <PublicLinks />
          <span className={styles.account}>
            <AccountLinks />
          </span>
          <ThemeSwitch />
        </nav>
        <PhoneMenu />
      </div>
    </header>
  );
}

function PublicLinks() {
  return (
    <>
      <Link to="/" activeOptions={{ exact: true }} className={styles.link}>
        Home
      </Link>
      <Link to="/catalogue" className={styles.link}>
        Catalogue
      </Link>
      <Link to="/blog" className={styles.link}>
        Blog
      </Link>
      <Link to="/portfolio" className={styles.link}>
        Portfolio
      </Link>
    </>
  );
}

function AccountLinks() {
  const session = useSession();
  const navigate = useNavigate();
  if (session.status === 'signed-in' || session.status === 'failed') {
    const onSignOut = async () => {
      await signOut();
      await navigate({ to: '/' });
    };
    return (
      <>
        <Link to="/dashboard" className={styles.link}>
          Dashboard
        </Link>
        <button type="button" className={styles.link} onClick={onSignOut}>
          Sign Out
        </button>
      </>
    );
  }
  return (
    <Link
      to="/login"
      className={classNames(styles.link, session.status === 'loading' && styles.unsure)}
      activeProps={{ 'aria-current': 'page' }}
    >
      Login
    </Link>
  );
}

/** On a phone the links fold away. It opens without script, too. */
function PhoneMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const href = useRouterState({ select: (state) => state.location.href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever the address changes
  useEffect(() => {
    if (menu.current !== null) menu.current.open = false;
  }, [href]);
  return (
    <details
      ref={menu}
      className={styles.phone}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.open = false;
      }}
    >
      <summary aria-label="Menu">
        <Menu className="icon" aria-hidden="true" />
      </summary>
      <nav className={styles.sheet} aria-label="Main">
        <PublicLinks />
        <AccountLinks />
        <ThemeSwitch showLabel />
      </nav>
    </details>
  );
}
