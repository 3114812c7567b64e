/** The dashboard's own menu: at the side, and behind a second menu button on small screens. */
import { Link, type LinkProps, useRouterState } from '@tanstack/react-router';
import {
  Activity,
  ArrowDownUp,
  Boxes,
  Car,
  CircleUserRound,
  ClipboardList,
  Contact,
  CreditCard,
  IdCard,
  type LucideIcon,
  Mail,
  PackagePlus,
  PanelLeft,
  ScrollText,
  ShieldCheck,
  SquarePen,
  Star,
  Users,
} from 'lucide-react';
import { useId, useState } from 'react';
import { useUser } from '#web/features/identity/guards.tsx';
import { classNames } from '#web/ui/class-names.ts';
import styles from './side-menu.module.css';

type Item = {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Where pages begin that belong to this one. */
  readonly above?: readonly string[];
};

const FOR_EVERYONE: readonly Item[] = [
  { to: '/dashboard', label: 'Welcome', icon: CircleUserRound },
  { to: '/dashboard/profile', label: 'My Profile', icon: IdCard },
  { to: '/dashboard/seeProfile', label: 'See Profile', icon: Contact },
  { to: '/dashboard/updateProfile', label: 'Update Profile', icon: SquarePen },
];
const FOR_BUYERS: readonly Item[] = [
  {
    to: '/dashboard/myorder',
    label: 'My Order',
    icon: ClipboardList,
    above: ['/dashboard/order', '/dashboard/payment'],
  },
  { to: '/dashboard/review', label: 'Review', icon: Star },
  { to: '/dashboard/garage', label: 'My Vehicles', icon: Car },
];
const FOR_ADMINS: readonly Item[] = [
  {
    to: '/dashboard/allOrders',
    label: 'Manage All Orders',
    icon: ClipboardList,
    above: ['/dashboard/order', '/dashboard/payment'],
  },
  { to: '/dashboard/allUsers', label: 'Make Admin', icon: Users },
  { to: '/dashboard/addProduct', label: 'Add a Product', icon: PackagePlus },
  { to: '/dashboard/manageProduct', label: 'Manage Product', icon: Boxes },
  { to: '/dashboard/manageReviews', label: 'Manage Reviews', icon: Star },
  { to: '/dashboard/newsletter', label: 'Newsletter', icon: Mail },
  { to: '/dashboard/payments', label: 'Payments', icon: CreditCard },
  { to: '/dashboard/importExport', label: 'Import and Export', icon: ArrowDownUp },
  { to: '/dashboard/auditLog', label: 'Audit Log', icon: ScrollText },
  { to: '/dashboard/status', label: 'Status', icon: Activity },
];
/** Not with everyone's entries, which stand together in an order of their own. */
const FOR_ACCOUNTS: readonly Item[] = [{ to: '/dashboard/security', label: 'Security', icon: ShieldCheck }];

export function SideMenu() {
  const user = useUser();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [openAt, setOpenAt] = useState<string>();
  const menuId = useId();
  // Open only on the page that it was opened on: following a link closes it.
  const isOpen = openAt === path;
  const ofRole = user.role === 'admin' ? FOR_ADMINS : FOR_BUYERS;
  const here = [...FOR_EVERYONE, ...ofRole, ...FOR_ACCOUNTS].find(
    (item) => isAt(path, item.to) || isBelow(path, item),
  );

  return (
    <nav
      aria-label="Dashboard"
      className={styles.nav}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpenAt(undefined);
      }}
    >
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={menuId}
        onClick={() => setOpenAt(isOpen ? undefined : path)}
      >
        <PanelLeft className="icon" aria-hidden="true" />
        <span className="sr">Dashboard menu: </span>
        {here?.label ?? 'Dashboard'}
      </button>
      <div id={menuId} className={classNames(styles.menu, isOpen && styles.open)}>
        <div className={styles.who}>
          <p className={styles.name}>{user.name}</p>
          <p className={styles.email} title={user.email}>
            {user.email}
          </p>
        </div>
        <Items items={FOR_EVERYONE} path={path} />
        <p className={styles.group}>{user.role === 'admin' ? 'Shop' : 'Buying'}</p>
        <Items items={ofRole} path={path} />
        <p className={styles.group}>Account</p>
        <Items items={FOR_ACCOUNTS} path={path} />
      </div>
    </nav>
  );
}

function Items({ items, path }: { readonly items: readonly Item[]; readonly path: string }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.label}>
          <Link
            to={item.to}
            className={styles.item}
            activeOptions={{ exact: item.to === '/dashboard', includeSearch: false }}
            {...(isBelow(path, item) && { 'aria-current': 'true' })}
          >
            <item.icon className="icon" aria-hidden="true" />
            {item.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function isBelow(path: string, { above = [] }: Item): boolean {
  return above.some((start) => path.startsWith(`${start}/`));
}

function isAt(path: string, to: string): boolean {
  return path === to || (to !== '/dashboard' && path.startsWith(`${to}/`));
}
