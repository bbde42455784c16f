import { LogOut, PanelLeftClose, PanelLeftOpen, Search, Shield } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { Profile } from '#data/session/session.ts';
import { openPalette } from '#features/palette/palette-open.ts';
import { confirmLeave } from '#ui/form/unsaved.ts';
import { ClientAvatar } from '#ui/page/avatar.tsx';
import { Button } from '#ui/page/button.tsx';
import { Logo, LogoMark } from '#ui/page/logo.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { CollapsedSubmenu } from './collapsed-submenu.tsx';
import { FooterLine } from './footer-line.tsx';
import { NavList } from './nav-list.tsx';
import { isAdminPath, isCurrent, type NavigationEntry } from './navigation.ts';
import { PersonLinks } from './person-links.tsx';
import { useSignOut } from './sign-out.tsx';

export interface SidebarProps {
  entries: readonly NavigationEntry[];
  profile: Profile;
  salonName: string | undefined;
  onToggle: () => void;
}

export function Sidebar({ entries, profile, salonName, onToggle }: SidebarProps) {
  const { t } = useTranslation('shell');
  return (
    <aside className="sidebar shrink-0" data-sidebar="open">
      <div className="flex h-14 flex-none items-center justify-between pr-2.5 pl-4">
        <Link to="/" aria-label={t('home')}>
          <Logo height={32} />
        </Link>
        <Button
          variant="ghost"
          iconOnly
          label={t('collapse')}
          icon={<PanelLeftClose className="i" aria-hidden="true" />}
          aria-expanded
          onClick={onToggle}
        />
      </div>
      <p className="mx-2 mt-1 mb-2 min-h-8 truncate px-3 py-1.5 leading-tight font-semibold">{salonName}</p>
      <button
        type="button"
        className="mx-3 mb-2 flex h-9 flex-none items-center gap-2.5 rounded-md border border-line-strong bg-surface px-3 text-ink-3"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K /"
        onClick={openPalette}
      >
        <Search className="i i-sm" aria-hidden="true" />
        {t('search')}
        <span className="ml-auto" aria-hidden="true">
          <kbd className="kbd">Ctrl K</kbd>
        </span>
      </button>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <NavList entries={entries} />
      </div>
      <div className="px-2 pt-2 pb-3">
        <PersonLinks profile={profile} />
        <p className="px-3 pt-2 text-2xs text-ink-3">
          <FooterLine />
        </p>
      </div>
    </aside>
  );
}

/** 3rem wide: icons only, each with its name for screen readers and as a tooltip. */
export function CollapsedSidebar({ entries, profile, onToggle }: SidebarProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const signOut = useSignOut();
  return (
    <aside
      className="flex w-(--sidebar-w-collapsed) shrink-0 flex-col items-center border-r border-line bg-canvas"
      data-sidebar="collapsed"
    >
      <Link to="/" aria-label={t('home')} className="grid h-14 flex-none place-items-center">
        <LogoMark size={30} />
      </Link>
      <div className="nav w-full flex-none pb-1">
        <button
          type="button"
          className="nav-fold justify-center px-0!"
          aria-label={t('search')}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K /"
          title="Ctrl+K"
          onClick={openPalette}
        >
          <Search className="i i-lg" aria-hidden="true" />
        </button>
      </div>
      <nav className="nav flex min-h-0 w-full flex-1 flex-col gap-1 overflow-y-auto" aria-label={t('menu.label')}>
        {entries.map((entry) =>
          entry.sub ? (
            <CollapsedSubmenu key={entry.to} entry={entry} sub={entry.sub} />
          ) : (
            <Link
              key={entry.to}
              to={entry.to}
              className={classNames('justify-center px-0!', isCurrent(entry, pathname) && 'on')}
              aria-label={t(entry.label)}
              title={t(entry.label)}
              aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
            >
              <entry.icon className="i i-lg" aria-hidden="true" />
            </Link>
          ),
        )}
      </nav>
      <div className="nav flex w-full flex-col gap-1 pb-2">
        {profile.role === 'admin' && !isAdminPath(pathname) && (
          <Link to="/admin" className="justify-center px-0!" aria-label={t('menu.admin_panel')} title={t('menu.admin_panel')}>
            <Shield className="i i-lg" aria-hidden="true" />
          </Link>
        )}
        <Link to="/profile" className="relative justify-center px-0!" title={profile.email}>
          <span className="sr-only">{profile.email}</span>
          <ClientAvatar name={profile.email} size="sm" />
        </Link>
        <button
          type="button"
          className="nav-fold justify-center px-0!"
          aria-label={t('sign_out')}
          title={t('sign_out')}
          onClick={() => confirmLeave(signOut)}
        >
          <LogOut className="i i-lg" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="nav-fold justify-center px-0!"
          aria-label={t('expand')}
          aria-expanded={false}
          title="Ctrl+B"
          onClick={onToggle}
        >
          <PanelLeftOpen className="i i-lg" aria-hidden="true" />
        </button>
        <p className="pt-1 text-center text-2xs leading-tight text-ink-3">
          <FooterLine narrow />
        </p>
      </div>
    </aside>
  );
}
