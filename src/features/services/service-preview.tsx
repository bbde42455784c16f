import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime, formatTimeRange } from '#domain/date-format.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { ServiceFormValues } from './service-form-values.ts';

const START = 600;
/** The preview's hour is 60 px high, as on a desk; more than two hours and a half are cut. */
const MOST = 150;

/** Full hours beside it. */
const HOURS = [0, 60, 120];

/** How a booking of this service will stand in the calendar. */
export function ServicePreview({ form }: { form: ServiceFormValues }) {
  const { t } = useTranslation('services');
  const language = useLanguage();
  const minutes = Number(form.duration);
  const valid = Number.isInteger(minutes) && minutes >= 5;
  const name = (language === 'en' ? form.name_en : form.name_bg) || form.name_bg || form.name_en;
  return (
    <section className="card p-4" aria-hidden="true">
      <h2 className="mb-3 text-sm font-medium! text-ink-2">{t('preview')}</h2>
      <div className="relative overflow-hidden rounded-md border border-line bg-surface-2" style={{ height: MOST + 10 }}>
        {HOURS.map((after) => (
          <span
            key={after}
            className="tnum absolute left-0 w-full border-t border-line px-2 text-xs text-ink-2"
            style={{ top: after + 4 }}
          >
            {formatTime(START + after)}
          </span>
        ))}
        {valid ? (
          <div
            className={`evt tint booked ${minutes < 36 ? 'one' : ''}`}
            style={{ '--c': '#7c3aed', top: 4, left: 56, height: Math.min(minutes, MOST) } as CSSProperties}
          >
            <span className="t">{formatTimeRange(START, START + minutes)}</span>
            <span className="n">{t('preview_client')}</span>
            {minutes >= 50 ? <span className="s">{name}</span> : null}
          </div>
        ) : null}
      </div>
    </section>
  );
}
