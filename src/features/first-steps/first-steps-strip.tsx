import { Check, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { OpenReplica } from '#data/open-replica.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { FootStrip, StripClose } from '#ui/page/foot-strip.tsx';
import { useIsIdle } from '#ui/timing/idle.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { STEP_PLACES, useAreStepsInside, useFirstStepsAside } from './use-first-steps.ts';

/**
 * The first steps of a new salon, in one line at the foot of the frame: each a link. It goes by itself once people, shifts,
 * services and clients are there or passed over, or the salon is not new any more; and for good where somebody puts it away.
 */
export function FirstStepsStrip() {
  const state = useSessionState();
  const { pathname } = useLocation();
  const maySetUp = useRights().mayMake('services');
  if (state.phase !== 'signed-in' || !state.replica || state.viewingAsAdmin || !maySetUp) return null;
  if (/^\/(first-steps|admin|sync)\b/.test(pathname)) return null;
  return <Waiting key={`${state.replica.userId} ${state.replica.salonId}`} replica={state.replica} />;
}

/** Waits for the first pull: rows that have not arrived yet are not missing. */
function Waiting({ replica }: { replica: OpenReplica }) {
  const pulled = useLive(() => replica.pulledOnce$, [replica]);
  return pulled ? <Strip replica={replica} /> : null;
}

function Strip({ replica }: { replica: OpenReplica }) {
  const { t } = useTranslation('steps');
  const first = useFirstStepsAside(replica);
  const inside = useAreStepsInside();
  const isOver = first?.next === null || first?.next === 'tablet';
  const wanted = first?.isNew === true && !first.away && !isOver && !inside;
  const [shown, setShown] = useState(false);
  if (useIsIdle(wanted && !shown)) setShown(true);
  if (!wanted || !shown) return null;
  const { steps, next } = first;
  const done = steps.filter(({ state }) => state !== 'open').length;
  return (
    <FootStrip kind="first-steps" label={t('title')}>
      <ListChecks className="i flex-none text-primary-ink" aria-hidden="true" />
      <Link to="/first-steps" className="flex-none font-semibold underline-offset-3 hover:underline">
        {t('title')} <span className="tnum font-normal text-ink-2">{t('of', { done, all: steps.length })}</span>
      </Link>
      <ul className="flex min-w-0 flex-1 gap-1.5 overflow-hidden max-xl:hidden">
        {steps.map(({ step, state }) => (
          <li key={step} className="min-w-0">
            <Link
              to={STEP_PLACES[step]}
              className={`btn btn-sm ${step === next ? 'btn-secondary' : 'btn-ghost'} min-w-0`}
              data-step={state}
            >
              {state === 'open' ? null : <Check className="i i-sm text-success" aria-hidden="true" />}
              <span className="truncate">{t(`${step}.short`)}</span>
              {state === 'done' ? <span className="sr-only">{t('done')}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
      {next ? (
        <Link to={STEP_PLACES[next]} className="btn btn-secondary btn-sm ml-auto min-w-0 xl:hidden">
          <span className="truncate">{t(`${next}.short`)}</span>
        </Link>
      ) : null}
      <StripClose label={t('put_away')} onClick={first.putAway} />
    </FootStrip>
  );
}
