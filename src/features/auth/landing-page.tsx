import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useSessionState } from '#features/shared/use-replica.ts';
import { DemoNotice } from './demo-notice.tsx';
import { homeOf } from './destinations.ts';

/** For visitors; whoever is signed in is sent to where their work is, once. */
export function LandingPage() {
  const { t } = useTranslation('auth');
  const state = useSessionState();
  const navigate = useNavigate();
  const done = useRef(false);
  const home = state.phase === 'signed-in' ? homeOf(state) : null;

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
    <main className="grid flex-1 items-center gap-8 px-4 md:px-8 xl:gap-0 xl:grid-cols-[minmax(0,1fr)_740px] xl:pl-24">
      <div className="max-w-lg max-xl:justify-self-center">
        <h1 className="text-3xl whitespace-pre-line max-md:text-[2.5rem] max-md:leading-[1.1]">{t('landing.title')}</h1>
        <p className="mt-5 text-lg leading-normal text-ink-2">{t('landing.text')}</p>
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
      <div className="justify-self-start max-xl:hidden">
        <CombDay />
      </div>
    </main>
  );
}

const HOURS = [9, 10, 11, 12, 13, 14, 15, 16];
/** Left edges, lengths and colour of the comb's teeth; the one in horn is "now". */
const TEETH = [
  { left: 186, top: 46, height: 454, horn: false },
  { left: 330, top: 62, height: 548, horn: true },
  { left: 474, top: 46, height: 454, horn: false },
  { left: 618, top: 46, height: 454, horn: false },
];
/** Employee's colour, column, top, height: the same day as in the texts `landing.day`. */
const BOOKINGS = [
  ['#7c3aed', 58, 118, 94],
  ['#7c3aed', 58, 278, 158],
  ['#3498db', 202, 150, 126],
  ['#3498db', 202, 342, 126],
  ['#ec4899', 346, 86, 126],
  ['#ec4899', 346, 278, 94],
  ['#16a34a', 490, 118, 78],
  ['#16a34a', 490, 246, 62],
  ['#16a34a', 490, 374, 94],
] as const;

/** A salon's day held by a comb. Decoration. */
function CombDay() {
  const { t } = useTranslation('auth');
  const day = t('landing.day', { returnObjects: true }) as readonly (readonly [string, string])[];
  return (
    <div className="relative h-[622px] w-[646px]" aria-hidden="true">
      <div className="absolute inset-x-0 top-0 h-[50px] rounded-[22px_25px_25px_0] bg-primary" />
      <div className="absolute top-0 left-0 h-[622px] w-[50px] rounded-[22px_0_18px_18px] bg-primary">
        {HOURS.map((hour, n) => (
          <div key={hour} className="absolute right-0 w-full" style={{ top: 76 + n * 64 }}>
            <span className="absolute right-[22px] text-sm font-semibold text-on-primary tnum">{hour}</span>
            <i className="absolute top-[9px] right-0 h-[2px] w-[14px] bg-on-primary" />
            <i className="absolute top-[41px] right-0 h-px w-2 bg-on-primary opacity-70" />
          </div>
        ))}
      </div>
      {TEETH.map(({ left, top, height, horn }) => (
        <div
          key={left}
          className={`absolute w-[9px] rounded-b-full ${horn ? 'bg-horn' : 'bg-primary'}`}
          style={{ left, top, height }}
        />
      ))}
      {BOOKINGS.map(([colour, left, top, height], n) => (
        <div
          key={`${left} ${top}`}
          className="evt tint text-xs!"
          style={{ '--c': colour, left, right: 'auto', width: 121, top, height, paddingTop: 7 } as React.CSSProperties}
        >
          <span className="n text-sm!">{day[n]?.[0]}</span>
          <span className="s whitespace-normal!">{day[n]?.[1]}</span>
        </div>
      ))}
    </div>
  );
}
