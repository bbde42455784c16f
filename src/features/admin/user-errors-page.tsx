import { CircleCheck, FilterX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Table } from '#ui/table.tsx';
import { adminTime, cut, MESSAGE_LENGTH, PAGE_LENGTH } from './admin-format.ts';
import { AdminPage } from './admin-page.tsx';
import { readUserErrors } from './admin-reads.ts';
import { type ErrorFilter, errorFits, NO_FILTER } from './error-filter.ts';
import { ErrorFilters } from './error-filters.tsx';
import { SalonCell } from './salon-cell.tsx';
import { useOnlineRead } from './use-online-read.ts';

/** `/admin/user-errors`: what went wrong on people's screens, newest first. */
export function UserErrorsPage() {
  const { t } = useTranslation('admin');
  const [errors, refresh] = useOnlineRead(readUserErrors);
  const [filter, setFilter] = useState<ErrorFilter>(NO_FILTER);
  const all = errors.state === 'ready' ? errors.value : [];
  return (
    <AdminPage
      title={t('user_errors')}
      count={errors.state === 'ready' ? all.length : undefined}
      read={errors}
      onRefresh={refresh}
      filters={
        <div className="flex flex-wrap items-end gap-3">
          <ErrorFilters errors={all} filter={filter} onChange={setFilter} />
          <Button
            variant="ghost"
            icon={<FilterX className="i" aria-hidden="true" />}
            onClick={() => setFilter(NO_FILTER)}
            disabled={filter === NO_FILTER}
          >
            {t('clear_filters')}
          </Button>
        </div>
      }
    >
      {(every) => {
        const rows = every.filter((row) => errorFits(row, filter));
        if (rows.length === 0) return <EmptyState title={t('no_errors')} />;
        return (
          <Table
            label={t('user_errors')}
            rows={rows}
            rowKey={(row) => row.id}
            dense
            columns={[
              {
                key: 'time',
                head: t('time'),
                cell: (row) => <time className="whitespace-nowrap">{adminTime(row.created_at)}</time>,
              },
              { key: 'salon', head: t('salon'), cell: (row) => <SalonCell salon={row.salon} id={row.salon_id} /> },
              { key: 'kind', head: t('kind'), cell: (row) => <Badge>{row.error_type ?? '–'}</Badge> },
              {
                key: 'message',
                head: t('message'),
                className: 'text-sm',
                cell: (row) => <span title={row.error_message ?? ''}>{cut(row.error_message ?? '–', MESSAGE_LENGTH)}</span>,
              },
              {
                key: 'page',
                head: t('page'),
                className: 'text-sm text-ink-2',
                cell: (row) => <span title={row.page_url ?? ''}>{cut(row.page_url ?? '–', PAGE_LENGTH)}</span>,
              },
              {
                key: 'help',
                head: t('help'),
                cell: (row) =>
                  row.has_popup_help ? (
                    <Badge tone="ok" icon={<CircleCheck className="i" aria-hidden="true" />}>
                      {t('help_shown')}
                    </Badge>
                  ) : (
                    <span className="text-ink-3">{t('no_help')}</span>
                  ),
              },
            ]}
            phoneRow={(row) => (
              <span className="min-w-0 flex-1 text-sm">
                <b className="block font-semibold break-words">{cut(row.error_message ?? '–', MESSAGE_LENGTH)}</b>
                <span className="block text-ink-2">
                  {adminTime(row.created_at)} · {cut(row.page_url ?? '–', PAGE_LENGTH)}
                </span>
                <SalonCell salon={row.salon} id={row.salon_id} />
              </span>
            )}
          />
        );
      }}
    </AdminPage>
  );
}
