import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { Profile } from '#data/session/session.ts';
import { openPalette } from '#features/palette/palette-open.ts';
import { Drawer } from '#ui/overlay/dialog.tsx';
import { FooterLine } from './footer-line.tsx';
import { NavList } from './nav-list.tsx';
import { isAdminPath, type NavigationEntry } from './navigation.ts';
import { PersonLinks } from './person-links.tsx';
import { SyncMenuRow } from './sync-menu-row.tsx';

export interface PhoneDrawerProps {
  entries: readonly NavigationEntry[];
  profile: Profile;
  salonName: string | undefined;
  open: boolean;
  onClose(): void;
}

/** Everything that the bar of a phone has no room for. */
export function PhoneDrawer({ entries, profile, salonName, open, onClose }: PhoneDrawerProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  return (
    <Drawer open={open} onClose={onClose} label={t('menu.open')} wide={isAdminPath(pathname)}>
      <b className="flex h-14 flex-none items-center truncate pl-4 text-base">{salonName ?? t('app')}</b>
      <button
        type="button"
        className="nav mx-2 mb-1 flex min-h-11 flex-none items-center gap-3 rounded-md border border-line-strong bg-surface px-3 text-ink-2"
        aria-haspopup="dialog"
        onClick={() => {
          onClose();
          openPalette();
        }}
      >
        <Search className="i" aria-hidden="true" />
        {t('search')}
      </button>
      <NavList entries={entries} onPick={onClose} />
      <div className="mt-auto px-2 pt-2 pb-3">
        <SyncMenuRow onPick={onClose} />
        <PersonLinks profile={profile} onPick={onClose} />
        <p className="px-3 pt-2 text-2xs text-ink-3">
          <FooterLine />
        </p>
      </div>
    </Drawer>
  );
}
