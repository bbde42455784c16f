import { CalendarDays, CircleCheck, Scissors, Store, UserPlus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { wholeNumber } from '#admin/reads/admin-format.ts';
import type { Dashboard } from '#admin/reads/admin-rows.ts';
import { useLanguage } from '#i18n/use-language.ts';

/** The six figures of document 3 §7. Each leads to where it can be looked into. */
export function DashboardFigures({ figures }: { figures: Dashboard }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const percent = figures.salons > 0 ? Math.round((figures.complete / figures.salons) * 100) : 0;
  const small = { className: 'i i-sm', 'aria-hidden': true } as const;
  const figure = (to: string, label: string, value: number, hint: string, icon: ReactNode) => (
    <article className="card relative p-5 focus-within:ring-2 hover:border-line-strong">
      <h2 className="flex items-center gap-2 text-base font-normal! text-ink-2">
        {icon}
        <Link
          to={to}
          className="outline-none after:absolute after:inset-0"
          aria-label={`${label}: ${wholeNumber(value, language)}`}
        >
          {label}
        </Link>
      </h2>
      <p className="mt-2 text-2xl font-semibold">{wholeNumber(value, language)}</p>
      <p className="mt-1 text-xs text-ink-3">{hint}</p>
    </article>
  );
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {figure('/admin/accounts', t('users'), figures.users, t('users_hint'), <Users {...small} />)}
      {figure('/admin/salons', t('salons'), figures.salons, t('salons_hint'), <Store {...small} />)}
      {figure(
        '/admin/salons?profile=complete',
        t('complete_salons'),
        figures.complete,
        t('complete_hint', { percent }),
        <CircleCheck {...small} />,
      )}
      {figure('/admin/system-status', t('events'), figures.events, t('events_hint'), <CalendarDays {...small} />)}
      {figure('/admin/system-status', t('services'), figures.services, t('services_hint'), <Scissors {...small} />)}
      {figure('/admin/approvals', t('new_users'), figures.new_users, t('new_users_hint'), <UserPlus {...small} />)}
    </div>
  );
}
