import { CalendarDays, CircleCheck, OctagonAlert, Scissors, Store, UserPlus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { adminTime, ownZone, salonNames, wholeNumber } from '#admin/reads/admin-format.ts';
import { readDashboard } from '#admin/reads/admin-reads.ts';
import { type Dashboard, PARTS } from '#admin/reads/admin-rows.ts';
import { useOnlineRead } from '#admin/reads/use-online-read.ts';
import { hasOwnSalon } from '#data/session/session-state.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Count } from '#ui/page/badge.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { DaysChart } from './days-chart.tsx';

/** `/admin`: six figures over all salons, the last thirty days, what waits and what is critical. */
export function DashboardPage() {
  const { t } = useTranslation('admin');
  const zone = ownZone();
  const [figures, refresh] = useOnlineRead(`dashboard ${zone}`, (client) => readDashboard(client, zone));
  return (
    <AdminPage title={t('dashboard')} read={figures} onRefresh={refresh} filters={<OwnSalon />}>
      {(value) => (
        <>
          <DashboardFigures figures={value} />
          <DashboardLists figures={value} />
          <DaysChart days={value.days} />
        </>
      )}
    </AdminPage>
  );
}

/**
 * A link to the administrator's own salon, or to making one: the administrator is the person who registered first, and mostly owns
 * a salon too. `?own` ends a look at somebody else's salon.
 */
function OwnSalon() {
  const { t } = useTranslation('admin');
  const state = useSessionState();
  if (state.phase !== 'signed-in') return null;
  const hasOwn = hasOwnSalon(state);
  return (
    <Notice tone={hasOwn ? 'neutral' : 'info'} icon={<Store className="i mt-px" aria-hidden="true" />} className="items-center!">
      <span className="flex flex-wrap items-center gap-3">
        <span className="min-w-[min(15rem,100%)] flex-1">{t(hasOwn ? 'own_there' : 'own_none')}</span>
        <Link to={hasOwn ? '/calendar?own' : '/salon?own'} className="btn btn-secondary breaks">
          {t(hasOwn ? 'own_open' : 'own_make')}
        </Link>
      </span>
    </Notice>
  );
}

/** The six figures of document 3 §7. Each leads to where it can be looked into. */
function DashboardFigures({ figures }: { figures: Dashboard }) {
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

/** The newest four salons that wait for approval, and the newest four critical errors. */
function DashboardLists({ figures }: { figures: Dashboard }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { waiting, critical } = figures;
  const nameOf = (row: { salon_id: number; name_bg: string | null; name_en: string | null }) =>
    salonNames({ ...row, id: row.salon_id }, language).name;
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Waiting title={t('approvals')} to="/admin/approvals" count={waiting.total}>
        {waiting.rows.length === 0 ? <p className="px-5 py-4 text-ink-2">{t('no_approvals')}</p> : null}
        {waiting.rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-x-3 border-t border-line px-5 py-2.5">
            <span className="min-w-24 flex-1">
              <b className="block truncate font-semibold">{nameOf(row)}</b>
              <span className="block truncate text-sm text-ink-2">{row.owner}</span>
            </span>
            <time className="tnum flex-none text-sm text-ink-2">{adminTime(row.submission_date)}</time>
          </li>
        ))}
      </Waiting>
      <Waiting title={t('system_status')} to="/admin/system-status?status=critical" count={critical.total}>
        {critical.rows.map((row) => (
          <li key={row.id} className="flex items-center gap-3 border-t border-line px-5 py-2.5">
            <OctagonAlert className="i flex-none text-danger" aria-hidden="true" />
            <span className="min-w-0 flex-1">
              <b className="block truncate font-semibold">{nameOf(row)}</b>
              <span className="block text-sm text-ink-2">
                {t('do_not_answer', {
                  parts: PARTS.filter((part) => !row[`is_${part}_healthy`])
                    .map((part) => t(part))
                    .join(', '),
                })}
              </span>
            </span>
          </li>
        ))}
        {figures.healthy > 0 ? (
          <li className="flex items-center gap-3 border-t border-line px-5 py-2.5">
            <CircleCheck className="i flex-none text-success" aria-hidden="true" />
            <span>{t('others_healthy', { number: wholeNumber(figures.healthy, language) })}</span>
          </li>
        ) : null}
        {critical.total + figures.healthy === 0 ? <p className="px-5 py-4 text-ink-2">{t('no_checks')}</p> : null}
      </Waiting>
    </div>
  );
}

function Waiting({ title, to, count, children }: { title: string; to: string; count: number; children: ReactNode }) {
  const { t } = useTranslation('admin');
  return (
    <section className="card overflow-hidden" aria-label={title}>
      <header className="flex flex-wrap items-center gap-2 px-5 py-3">
        <h2 className="text-base font-semibold">{title}</h2>
        {count > 0 ? <Count warn>{count}</Count> : null}
        <Link to={to} className="btn btn-ghost btn-sm ml-auto" aria-label={`${t('see_all')}: ${title}`}>
          {t('see_all')}
        </Link>
      </header>
      <ul>{children}</ul>
    </section>
  );
}
