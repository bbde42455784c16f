import { ShieldAlert } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { Splash } from '#app/start/splash.tsx';
import { useSalonName } from '#app/start/use-salon.ts';
import { isUnreached } from '#data/session/auth-errors.ts';
import { palette, usePaletteKeys } from '#features/palette/palette-open.ts';
import { useSession, useSessionState } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { isTyped } from '#ui/form/unsaved.ts';
import { openPanels } from '#ui/overlay/open-panels.ts';
import { useBackPressesEscape } from '#ui/overlay/use-back-presses-escape.ts';
import { Badge } from '#ui/page/badge.tsx';
import { TopbarSlot } from '#ui/page/page.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';
import { busy } from '#ui/timing/busy.ts';
import { lazyPart } from '#ui/timing/lazy-component.tsx';
import { endStart, useStartOver } from '#ui/timing/start-over.ts';
import { isAdminPath, menuFor } from './navigation.ts';
import { PhoneMenu } from './phone-menu.tsx';
import { CollapsedSidebar, Sidebar } from './sidebar.tsx';
import { SignOutProvider } from './sign-out.tsx';
import { SyncStatusChip } from './sync-status.tsx';
import { useSidebar } from './use-sidebar.ts';
import { useEndOfViewing, ViewingBanner } from './viewing-banner.tsx';

const TopNotices = lazyPart(() => import('#app/notices/notices.tsx').then((m) => m.TopNotices));
const PaletteHost = lazyPart(() => import('./palette-host.tsx').then((m) => m.PaletteHost));
const FootNotices = lazyPart(() => import('#app/notices/notices.tsx').then((m) => m.FootNotices));

/** The frame of everything that needs sign-in: menu, top bar's right end, and the screen. */
export function AppLayout() {
  const { t } = useTranslation('shell');
  const state = useSessionState();
  const phone = useIsPhone();
  const { pathname } = useLocation();
  const sidebar = useSidebar();
  const salonName = useSalonName();
  const endViewing = useEndOfViewing();
  const rights = useRights();
  const over = useStartOver();
  // A held page hides what is on it (session-tab.ts): nothing of the salon is found there either.
  const maySearch = state.phase === 'signed-in' && state.held === undefined;
  const searching = useStore(palette, ({ open }) => open) && maySearch;
  usePaletteKeys(maySearch);
  useProfileRefresh();
  // The calendar says itself when it stands.
  const leadsToCalendar = pathname.startsWith('/calendar');
  useEffect(() => {
    if (!leadsToCalendar) endStart();
  }, [leadsToCalendar]);

  if (state.phase !== 'signed-in') return null;
  const entries = menuFor(pathname, state.hasSalon, rights.mayMake('products'));
  const shown = isAdminPath(pathname) ? undefined : salonName;
  const Menu = sidebar.open ? Sidebar : CollapsedSidebar;
  return (
    <SignOutProvider>
      <BackCloses />
      <a href="#main" className="btn btn-primary skip-link">
        {t('skip')}
      </a>
      <div className="flex h-dvh overflow-hidden max-md:flex-col">
        {!phone && <Menu entries={entries} profile={state.profile} salonName={shown} onToggle={sidebar.toggle} />}
        <TopbarSlot value={<TopbarEnd />}>
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {state.viewingAsAdmin && !isAdminPath(pathname) && <ViewingBanner salonName={salonName} onEnd={endViewing} />}
            {over && <TopNotices />}
            <Suspense fallback={<Splash />}>
              <Outlet />
            </Suspense>
            {over && <FootNotices />}
          </div>
        </TopbarSlot>
        {searching && <PaletteHost entries={entries} />}
        {phone && <PhoneMenu entries={entries} profile={state.profile} salonName={shown} hasSalon={state.hasSalon} />}
      </div>
    </SignOutProvider>
  );
}

function TopbarEnd() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { replica } = useSessionState();
  return (
    <>
      {isAdminPath(pathname) && (
        <Badge tone="warn" icon={<ShieldAlert className="i" aria-hidden="true" />} className="h-8! px-3!">
          {t('admin_mode')}
        </Badge>
      )}
      {replica && <SyncStatusChip />}
    </>
  );
}

/** Once when a user is present (document 1 §4). Without a line the cached profile stays. */
function useProfileRefresh(): void {
  const session = useSession();
  useEffect(() => {
    session.refreshProfile().catch((error: unknown) => {
      if (!isUnreached(error)) console.error('Reading the profile failed', error);
    });
  }, [session]);
}

/**
 * The browser's Back closes the dialog, menu or popover that stands over a page. The calendar does so itself (use-back-closes.ts), and where a page's
 * form holds something typed its own guard asks first.
 */
export function BackCloses() {
  const { pathname } = useLocation();
  const dialog = useStore(busy, (counts) => counts.dialog > 0);
  const panel = useStore(openPanels, ({ count }) => count > 0);
  return (dialog || panel) && !isTyped() && !pathname.startsWith('/calendar') ? <Closing /> : null;
}

function Closing() {
  useBackPressesEscape(() => busy.getState().dialog > 0 || openPanels.getState().count > 0);
  return null;
}
