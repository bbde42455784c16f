import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDayLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { classNames } from '#ui/style/class-names.ts';
import { clockDigits } from './clock-text.ts';

const TICK = 1000;
const MINUTES = Array.from({ length: 60 }, (_, minute) => minute);

/** The time in the chosen zone, also before it is saved. Silent for screen readers. */
export function SalonClock({ timezone }: { timezone: string }) {
  const { t } = useTranslation('salon');
  const language = useLanguage();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK);
    return () => clearInterval(timer);
  }, []);

  const clock = clockDigits(now, timezone);
  return (
    <section className="card self-start p-5" aria-label={t('clock')}>
      <h2 className="flex items-center gap-2 text-sm font-medium! tracking-normal! text-ink-2">
        <Clock className="i i-sm" aria-hidden="true" />
        {t('clock')}
      </h2>
      {clock ? (
        <>
          <p className="mt-1 text-[min(2.75rem,14vw)] leading-[3.25rem] font-semibold tnum" aria-live="off" data-clock>
            {clock.hoursMinutes}:<span className="text-horn">{clock.seconds}</span>
          </p>
          <HourRuler minute={clock.minute} />
          <p className="mt-3 text-sm text-ink-2">
            {timezone} · {formatDayLabel(clock.date, language, 'long')}
          </p>
        </>
      ) : (
        <p className="error">{t('clock_error')}</p>
      )}
    </section>
  );
}

/** The hour as a comb: teeth of the minutes gone by are dark, the current one is horn. */
function HourRuler({ minute }: { minute: number }) {
  return (
    <div className="mt-2 flex h-4 items-start justify-between border-t-2 border-line-strong" aria-hidden="true">
      {[...MINUTES, 60].map((tooth) => (
        <i
          key={tooth}
          className={classNames(
            'block',
            tooth === minute ? 'h-4 w-[3px] bg-horn' : classNames('w-px', tooth % 5 === 0 ? 'h-[11px]' : 'h-1.5'),
            tooth !== minute && (tooth < minute ? 'bg-ink-3' : 'bg-line-strong'),
          )}
        />
      ))}
    </div>
  );
}
