import { useTranslation } from 'react-i18next';
import { type HealthDay, PARTS } from '#admin/reads/admin-rows.ts';
import { formatAdminDate } from '#i18n/formats.ts';

/** The last thirty days as a strip, one bar a day; what each says stands in a list for those who hear it. */
export function HealthStrip({ days }: { days: readonly HealthDay[] }) {
  const { t } = useTranslation('admin');
  const said = (day: HealthDay) => {
    const down = PARTS.filter((part) => !day[part]).map((part) => t(part));
    const date = formatAdminDate(day.day);
    if (day.checks === 0) return t('day_unchecked', { date });
    return down.length === 0
      ? t('day_healthy', { date })
      : t('day_critical', { date, parts: down.join(', '), count: day.critical });
  };
  return (
    <section className="mt-4" aria-label={t('last_days')}>
      <h3 className="flex justify-between text-sm font-semibold">
        {t('last_days')}
        <span className="font-normal text-ink-3">{t('hourly')}</span>
      </h3>
      <ul className="mt-2 flex h-8 items-end gap-1">
        {days.map((day) => (
          <li
            key={day.day}
            title={said(day)}
            className={`max-w-4 flex-1 rounded-sm forced-color-adjust-none ${day.critical > 0 ? 'h-full bg-danger' : day.checks > 0 ? 'h-1/2 bg-control' : 'h-1 bg-line-strong'}`}
          >
            <span className="sr-only">{said(day)}</span>
          </li>
        ))}
      </ul>
      <p className="tnum mt-1 flex justify-between text-xs text-ink-3" aria-hidden="true">
        <span>{days[0] ? formatAdminDate(days[0].day) : ''}</span>
        <span>{days.length > 1 ? formatAdminDate(days.at(-1)?.day ?? '') : ''}</span>
      </p>
    </section>
  );
}
