import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { Profile } from '#data/session/session.ts';
import { classNames } from '#ui/class-names.ts';
import { Drawer } from '#ui/drawer.tsx';
import { FooterLine } from './footer-line.tsx';
import { isAdminPath, isCurrent, type MenuEntry, TAB_BAR } from './menu.ts';
import { NavList } from './nav-list.tsx';
import { PersonLinks } from './person-links.tsx';
import { SyncMenuRow } from './sync-status.tsx';

export interface PhoneMenuProps {
  entries: readonly MenuEntry[];
  profile: Profile;
  salonName: string | undefined;
  hasSalon: boolean;
}

/** The bar at the foot of phones: four places and "Menu", which opens the drawer with everything. */
export function PhoneMenu({ entries, profile, salonName, hasSalon }: PhoneMenuProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const places = hasSalon && !isAdminPath(pathname) ? TAB_BAR : [];
  const tabs = places.flatMap((to) => entries.filter((entry) => entry.to === to));
  return (
    <>
      <nav className="tabbar" aria-label={t('menu.bar')}>
        {(tabs.length > 0 ? tabs : entries.slice(0, 1)).map((entry) => (
          <Link
            key={entry.to}
            to={entry.to}
            className={classNames(isCurrent(entry, pathname) && 'on')}
            aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
          >
            <entry.icon className="i i-lg" aria-hidden="true" />
            <span className="max-w-full truncate px-1">{t(entry.label)}</span>
          </Link>
        ))}
        <button type="button" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
          <MenuIcon className="i i-lg" aria-hidden="true" />
          <span>{t('menu.open')}</span>
        </button>
      </nav>
      <Drawer open={open} onClose={close} label={t('menu.open')} wide={isAdminPath(pathname)}>
        <b className="flex h-14 flex-none items-center truncate pl-4 text-base">{salonName ?? t('app')}</b>
        <NavList entries={entries} onPick={close} />
        <div className="mt-auto px-2 pt-2 pb-3">
          <SyncMenuRow onPick={close} />
          <PersonLinks profile={profile} onPick={close} />
          <p className="px-3 pt-2 text-2xs text-ink-3">
            <FooterLine />
          </p>
        </div>
      </Drawer>
    </>
  );
}
