import { CalendarDays, CircleCheck, Scissors, Store, UserPlus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import { wholeNumber } from './admin-format.ts';
import { AdminPage } from './admin-page.tsx';
import { type AdminClient, type DashboardCounts, readDashboard } from './admin-reads.ts';
import { useOnlineRead } from './use-online-read.ts';

/** `/admin`: six figures over all salons. */
export function DashboardPage() {
  const { t } = useTranslation('admin');
  const read = useCallback((client: AdminClient) => readDashboard(client, new Date().toISOString()), []);
  const [counts, refresh] = useOnlineRead(read);
  return (
    <AdminPage title={t('dashboard')} read={counts} onRefresh={refresh}>
      {(value) => <Figures counts={value} />}
    </AdminPage>
  );
}

function Figures({ counts }: { counts: DashboardCounts }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const percent = counts.salons > 0 ? Math.round((counts.complete / counts.salons) * 100) : 0;
  const figure = (label: string, value: number, hint: string, icon: ReactNode) => (
    <article className="card p-5">
      <h2 className="flex items-center gap-2 text-base font-normal! text-ink-2">
        {icon}
        {label}
      </h2>
      <p className="mt-2 text-2xl font-semibold">{wholeNumber(value, language)}</p>
      <p className="mt-1 text-xs text-ink-3">{hint}</p>
    </article>
  );
  const small = { className: 'i i-sm', 'aria-hidden': true } as const;
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {figure(t('users'), counts.users, t('users_hint'), <Users {...small} />)}
      {figure(t('salons'), counts.salons, t('salons_hint'), <Store {...small} />)}
      {figure(t('complete_salons'), counts.complete, t('complete_hint', { percent }), <CircleCheck {...small} />)}
      {figure(t('events'), counts.events, t('events_hint'), <CalendarDays {...small} />)}
      {figure(t('services'), counts.services, t('services_hint'), <Scissors {...small} />)}
      {figure(t('new_users'), counts.newUsers, t('new_users_hint'), <UserPlus {...small} />)}
    </div>
  );
}
