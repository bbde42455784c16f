import { useTranslation } from 'react-i18next';
import { wholeNumber } from '#admin/reads/admin-format.ts';
import type { DashboardDay } from '#admin/reads/admin-rows.ts';
import { formatAdminDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';

const WIDTH = 600;
const HEIGHT = 96;
const GAP = 3;

/** Registrations and bookings by day, each on a scale of its own; for who hears it, a table. */
export function DaysChart({ days }: { days: readonly DashboardDay[] }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <section className="card p-5" aria-label={t('last_days')}>
      <h2 className="text-base font-semibold">{t('last_days')}</h2>
      <div className="mt-3 grid gap-6 lg:grid-cols-2" aria-hidden="true">
        <Bars days={days} of="users" label={t('registrations')} look="fill-primary" />
        <Bars days={days} of="events" label={t('events')} look="fill-success" />
      </div>
      <div className="sr-only">
        <table>
          <caption>{t('last_days')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('date')}</th>
              <th scope="col">{t('registrations')}</th>
              <th scope="col">{t('events')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{formatAdminDate(day.day)}</th>
                <td>{wholeNumber(day.users, language)}</td>
                <td>{wholeNumber(day.events, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface BarsProps {
  days: readonly DashboardDay[];
  of: 'users' | 'events';
  label: string;
  look: string;
}

function Bars({ days, of, label, look }: BarsProps) {
  const language = useLanguage();
  const most = Math.max(1, ...days.map((day) => day[of]));
  const total = days.reduce((sum, day) => sum + day[of], 0);
  const step = WIDTH / Math.max(days.length, 1);
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 flex justify-between text-sm text-ink-2">
        {label}
        <b className="tnum font-semibold text-ink">{wholeNumber(total, language)}</b>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="block h-24 w-full" data-chart={of}>
        <title>{label}</title>
        <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-line" />
        {days.map((day, at) => {
          const height = (day[of] / most) * (HEIGHT - 2);
          return (
            <rect
              key={day.day}
              className={look}
              x={at * step + GAP / 2}
              y={HEIGHT - height}
              width={step - GAP}
              height={height}
              rx="2"
            >
              <title>{`${formatAdminDate(day.day)}: ${wholeNumber(day[of], language)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="tnum mt-1 flex justify-between text-xs text-ink-3">
        <span>{days[0] ? formatAdminDate(days[0].day) : ''}</span>
        <span>{days.length > 0 ? formatAdminDate(days.at(-1)?.day ?? '') : ''}</span>
      </p>
    </figure>
  );
}
