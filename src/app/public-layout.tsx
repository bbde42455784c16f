import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { LanguageSwitch } from '#features/profile/language-switch.tsx';
import { useSessionState } from '#features/use-replica.ts';
import { Logo, LogoMark } from '#ui/logo.tsx';
import { useIsPhone } from '#ui/use-media.ts';
import { FooterLine } from './footer-line.tsx';

/** The frame of the pages that anyone may see. `bare` has neither language switch nor sign-in: for the 404 page. */
export function PublicLayout({ bare = false }: { bare?: boolean }) {
  const { t } = useTranslation('shell');
  const { phase } = useSessionState();
  const { pathname } = useLocation();
  const phone = useIsPhone();
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="flex h-20 flex-none items-center gap-3 px-4 md:px-8">
        <Link to="/" aria-label={t('home')}>
          {phone && !bare ? <LogoMark size={32} /> : <Logo height={phone ? 32 : 44} />}
        </Link>
        <div className="ml-auto flex items-center gap-1 md:gap-3">
          {!bare && <LanguageSwitch />}
          {!bare && phase === 'signed-out' && (
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
      <Outlet />
      <footer className="px-4 py-4 text-xs text-ink-3 md:px-8">
        <FooterLine />
      </footer>
    </div>
  );
}
