import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { Profile } from '#data/session/session.ts';
import { classNames } from '#ui/style/class-names.ts';
import { lazyPart } from '#ui/timing/lazy-component.tsx';
import { isAdminPath, isCurrent, type NavigationEntry, TAB_BAR } from './navigation.ts';

const PhoneDrawer = lazyPart(() => import('./phone-drawer.tsx').then((m) => m.PhoneDrawer));

export interface PhoneMenuProps {
  entries: readonly NavigationEntry[];
  profile: Profile;
  salonName: string | undefined;
  hasSalon: boolean;
}

/** The bar at the foot of phones: four places and "Menu", which opens the drawer with everything. */
export function PhoneMenu({ entries, profile, salonName, hasSalon }: PhoneMenuProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  // It stays, so that it can be seen going.
  const [asked, setAsked] = useState(false);
  const show = () => {
    setAsked(true);
    setOpen(true);
  };
  const places = hasSalon && !isAdminPath(pathname) ? TAB_BAR : [];
  const tabs = places.flatMap((to) => entries.filter((entry) => entry.to === to));
  // A place of the drawer has no tab of its own.
  const within = tabs.length > 0 && !tabs.some((entry) => isCurrent(entry, pathname));
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
            <span className="max-w-full truncate">{t(entry.label)}</span>
          </Link>
        ))}
        <button type="button" className={within ? 'on' : undefined} aria-haspopup="dialog" aria-expanded={open} onClick={show}>
          <MenuIcon className="i i-lg" aria-hidden="true" />
          <span>{t('menu.open')}</span>
        </button>
      </nav>
      {asked ? <PhoneDrawer {...{ entries, profile, salonName, open }} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
