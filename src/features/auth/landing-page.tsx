import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { waitingInvitation } from '#data/people/waiting-invitation.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { CombDay, ThreeLines } from './comb-day.tsx';
import { DemoNotice } from './demo-notice.tsx';
import { homeOf } from './destinations.ts';

/** For visitors; whoever is signed in is sent to where their work is, once. */
export function LandingPage() {
  const { t } = useTranslation('auth');
  const state = useSessionState();
  const navigate = useNavigate();
  const done = useRef(false);
  const home = state.phase === 'signed-in' ? homeOf(state, waitingInvitation(state.profile.id) !== null) : null;

  useEffect(() => {
    document.title = t('landing.document');
  }, [t]);
  useEffect(() => {
    if (!home || done.current) return;
    done.current = true;
    navigate(home, { replace: true });
  }, [home, navigate]);

  // While the session loads, or on the way to one's work, nothing flashes up.
  if (state.phase !== 'signed-out') return <main className="flex-1" aria-busy="true" />;
  return (
    <main className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-10 overflow-x-clip px-4 pt-6 pb-8 md:grid-cols-[minmax(0,646px)] md:justify-center md:px-8 md:pt-10 lg:grid-cols-[minmax(0,1fr)_auto] lg:content-center lg:items-center lg:justify-stretch lg:pt-0 xl:pr-12 xl:pl-24">
      <div className="max-w-xl">
        <h1 className="text-3xl whitespace-pre-line max-md:text-[2.5rem] max-md:leading-[1.1]">{t('landing.title')}</h1>
        <ThreeLines className="mt-5 text-lg leading-normal max-md:text-base" />
        <div className="mt-8 flex flex-wrap gap-3">
          <Link to="/register" className="btn btn-primary btn-lg">
            {t('register')}
          </Link>
          <Link to="/login" className="btn btn-secondary btn-lg">
            {t('login')}
          </Link>
        </div>
        <DemoNotice className="mt-8" />
      </div>
      <CombDay grows />
    </main>
  );
}
