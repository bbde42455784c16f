import { CircleCheck, OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { adminTime, salonNames, wholeNumber } from '#admin/reads/admin-format.ts';
import { type Dashboard, PARTS } from '#admin/reads/admin-rows.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Count } from '#ui/badge.tsx';

/** What waits for approval and what is critical: the newest four of each. */
export function DashboardLists({ figures }: { figures: Dashboard }) {
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
