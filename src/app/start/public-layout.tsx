import { Wifi, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { InstallFirst } from '#app/notices/install-first.tsx';
import { FooterLine } from '#app/shell/footer-line.tsx';
import { LanguageSwitch } from '#features/profile/language-switch.tsx';
import { useOnline } from '#features/shared/use-online.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { Logo } from '#ui/page/logo.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';
import { endStart } from '#ui/timing/start-over.ts';

/** The frame of the pages that anyone may see. `bare` has neither language switch nor sign-in. */
export function PublicLayout({ bare = false }: { bare?: boolean }) {
  const { t } = useTranslation('shell');
  const state = useSessionState();
  const locked = state.phase === 'signed-out' && state.reason === 'revoked';
  const { pathname } = useLocation();
  const phone = useIsPhone();
  useEffect(endStart, []);
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="flex min-h-20 flex-none flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2 md:px-8">
        {/* On the landing page a code that waits would lead back to /join, past the page on which a salon is created. */}
        <Link to={state.phase === 'signed-in' && !state.hasSalon ? '/salon' : '/'} aria-label={t('home')}>
          <Logo height={phone ? 28 : 44} />
        </Link>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1 md:gap-3">
          {!bare && <LanguageSwitch />}
          {!bare && locked && <Line />}
          {!bare && !locked && state.phase === 'signed-out' && (
            <>
              <Link
                to="/login"
                className="btn btn-ghost text-ink! max-md:px-2! max-md:text-sm!"
                aria-current={pathname === '/login' ? 'page' : undefined}
              >
                {t('login')}
              </Link>
              <Link
                to="/register"
                className="btn btn-primary max-md:px-2.5! max-md:text-sm!"
                aria-current={pathname === '/register' ? 'page' : undefined}
              >
                {t('register')}
              </Link>
            </>
          )}
        </div>
      </header>
      {!bare && state.phase === 'signed-out' && <InstallFirst />}
      <Outlet />
      <footer className="px-4 py-4 text-xs text-ink-3 md:px-8">
        <FooterLine />
      </footer>
    </div>
  );
}

/** A locked page waits for its own person and needs the server: nothing else is offered there. */
function Line() {
  const { t } = useTranslation('leaving');
  const online = useOnline();
  const Mark = online ? Wifi : WifiOff;
  return (
    <p className="flex items-center gap-2 text-ink-2" role="status">
      <Mark className={online ? 'i text-success' : 'i'} aria-hidden="true" />
      {t(online ? 'line_there' : 'line_gone')}
    </p>
  );
}
