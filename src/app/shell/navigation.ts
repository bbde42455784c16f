import { CalendarDays, Clock, ContactRound, type LucideProps, Package, Scissors, Store, UsersRound } from 'lucide-react';
import type { ComponentType } from 'react';
import { lazyPart } from '#ui/timing/lazy-component.tsx';

export interface NavigationEntry {
  to: string;
  /** A key of the namespace shell. */
  label: string;
  icon: ComponentType<LucideProps>;
  /** Only this very path marks it as the current place. */
  exact?: boolean;
  sub?: readonly { to: string; label: string }[];
}

/** The order of document 1 §2. Everything but the salon waits until there is one. */
export const MENU: readonly NavigationEntry[] = [
  { to: '/calendar', label: 'menu.calendar', icon: CalendarDays },
  { to: '/employees', label: 'menu.employees', icon: UsersRound },
  { to: '/services', label: 'menu.services', icon: Scissors },
  {
    to: '/products',
    label: 'menu.products',
    icon: Package,
    sub: [
      { to: '/products', label: 'menu.products_list' },
      { to: '/products/add', label: 'menu.products_add' },
      { to: '/products/groups', label: 'menu.products_groups' },
      { to: '/products/revision', label: 'menu.products_revision' },
    ],
  },
  { to: '/clients', label: 'menu.clients', icon: ContactRound },
  { to: '/shifts', label: 'menu.shifts', icon: Clock },
  { to: '/salon', label: 'menu.salon', icon: Store },
];

type AdminIcon = keyof typeof import('./admin-icons.ts');
const icon = (name: AdminIcon) => lazyPart<LucideProps>(() => import('./admin-icons.ts').then((icons) => icons[name]));

const MENU_WITHOUT_ADDING = MENU.map((entry) =>
  entry.sub ? { ...entry, sub: entry.sub.filter(({ to }) => to !== '/products/add') } : entry,
);

export const ADMIN_MENU: readonly NavigationEntry[] = [
  { to: '/admin', label: 'menu.admin_dashboard', icon: icon('LayoutDashboard'), exact: true },
  { to: '/admin/approvals', label: 'menu.admin_approvals', icon: icon('ListChecks') },
  { to: '/admin/system-status', label: 'menu.admin_status', icon: icon('HeartPulse') },
  { to: '/admin/user-errors', label: 'menu.admin_errors', icon: icon('Bug') },
  { to: '/admin/salon-notes', label: 'menu.admin_notes', icon: icon('NotebookText') },
  { to: '/admin/salons', label: 'menu.admin_salons', icon: icon('House') },
];

/** The entries of the bar at the foot of phones, before "Menu". */
export const TAB_BAR = ['/calendar', '/clients', '/shifts', '/products'] as const;

export const isAdminPath = (pathname: string) => pathname === '/admin' || pathname.startsWith('/admin/');

/** @param mayAddProducts without it the entry that adds one is left out */
export function menuFor(pathname: string, hasSalon: boolean, mayAddProducts = true): readonly NavigationEntry[] {
  if (isAdminPath(pathname)) return ADMIN_MENU;
  if (!hasSalon) return MENU.filter(({ to }) => to === '/salon');
  return mayAddProducts ? MENU : MENU_WITHOUT_ADDING;
}

/** Says if an entry is the current one: the path is its own or one below it. */
export function isCurrent({ to, exact }: Pick<NavigationEntry, 'to' | 'exact'>, pathname: string): boolean {
  return pathname === to || (!exact && pathname.startsWith(`${to}/`));
}
