import { ArrowLeft } from 'lucide-react';
import { useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { AppLayout } from '#app/shell/app-layout.tsx';
import { useSessionState } from '#features/shared/use-replica.ts';
import { Button } from '#ui/page/button.tsx';
import { Page, TopbarSlot } from '#ui/page/page.tsx';
import { backTarget } from './guard.tsx';
import { PublicLayout } from './public-layout.tsx';
import { Splash } from './splash.tsx';

/** A comb that lost two teeth, one of which lies below it. */
const TEETH = [18, 30.4, 42.8, 55.2, 67.6, 80, 92.4, 104.8, 117.2, 179.2, 191.6, 204, 216.4, 228.8, 241.2, 253.6, 266, 278.4];

function BrokenComb() {
  return (
    <svg width="300" height="120" viewBox="0 0 300 120" aria-hidden="true" className="max-w-full">
      <path d="M14 14h272a8 8 0 0 1 0 16H14a8 8 0 0 1 0-16Z" fill="var(--color-primary)" />
      {TEETH.map((x, n) => (
        <rect
          key={x}
          x={x}
          y="26"
          width="5"
          height={n === 0 || n === TEETH.length - 1 ? 76 : 66}
          rx="2.5"
          fill="var(--color-primary)"
        />
      ))}
      <g transform="rotate(14 155 98)">
        <rect x="138" y="96" width="40" height="5" rx="2.5" fill="var(--color-horn)" />
      </g>
    </svg>
  );
}

/** Exactly two ways out (document 1 §2): back to the matching list, and to the start. */
export function NotFoundPage() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const back = backTarget(pathname);
  const isInside = useContext(TopbarSlot) !== null;
  useEffect(() => {
    document.title = t('not_found.document_title');
    document.documentElement.scrollTop = 0;
  }, [t]);
  const middle = (
    <div className="flex flex-col items-center text-center [@media(min-height:40rem)]:-mt-10 md:[@media(min-height:40rem)]:-mt-20">
      <BrokenComb />
      <p className="mt-8 font-semibold text-ink-3">404</p>
      {isInside ? null : <h1 className="mt-1 text-2xl">{t('not_found.title')}</h1>}
      <p className="mt-3 max-w-sm text-base text-ink-2">{t('not_found.text')}</p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <Button size="lg" breaks icon={<ArrowLeft className="i" aria-hidden="true" />} onClick={() => navigate(back)}>
          {t(back === '/' ? 'not_found.back' : `not_found.back_${back.slice(1)}`)}
        </Button>
        <Button size="lg" breaks variant="primary" onClick={() => navigate('/')}>
          {t('not_found.dashboard')}
        </Button>
      </div>
    </div>
  );
  if (!isInside) return <main className="grid flex-1 place-items-center px-4">{middle}</main>;
  return (
    <Page title={t('not_found.title')} documentTitle={t('not_found.document_title')} className="grid place-items-center">
      {middle}
    </Page>
  );
}

/** Around the 404 page: whoever is signed in keeps their menu, visitors see the bare frame. */
export function NotFoundFrame() {
  const state = useSessionState();
  const [cameSignedOut] = useState(state.phase === 'signed-out');
  if (state.phase === 'loading') return <Splash />;
  if (state.phase === 'signed-in') return <AppLayout />;
  // As from every other page, whoever signs out here goes to the start.
  return state.reason === 'left' && !cameSignedOut ? <Navigate to="/" replace /> : <PublicLayout bare />;
}
