import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/empty-state.tsx';
import { Table } from '#ui/table.tsx';
import { adminTime } from './admin-format.ts';
import { AdminPage } from './admin-page.tsx';
import { readPendingApprovals } from './admin-reads.ts';
import { SalonCell } from './salon-cell.tsx';
import { StatusBadge } from './status-badge.tsx';
import { useOnlineRead } from './use-online-read.ts';

/** `/admin/approvals`: the requests that wait, newest first. */
export function ApprovalsPage() {
  const { t } = useTranslation('admin');
  const [approvals, refresh] = useOnlineRead(readPendingApprovals);
  return (
    <AdminPage
      title={t('approvals')}
      count={approvals.state === 'ready' ? approvals.value.length : undefined}
      read={approvals}
      onRefresh={refresh}
    >
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={t('no_approvals')} />
        ) : (
          <>
            <Table
              label={t('approvals')}
              rows={rows}
              rowKey={(row) => row.id}
              columns={[
                { key: 'salon', head: t('salon'), cell: (row) => <SalonCell salon={row.salon} id={row.salon_id} /> },
                { key: 'owner', head: t('owner'), cell: (row) => row.owner ?? '–', className: 'text-ink-2' },
                {
                  key: 'submitted',
                  head: t('submitted'),
                  cell: (row) => <time className="whitespace-nowrap">{adminTime(row.submission_date)}</time>,
                },
                { key: 'status', head: t('status'), cell: (row) => <StatusBadge status={row.status} /> },
              ]}
              phoneRow={(row) => (
                <>
                  <span className="min-w-0 flex-1">
                    <SalonCell salon={row.salon} id={row.salon_id} />
                    <span className="block truncate text-sm text-ink-2">{row.owner}</span>
                  </span>
                  <time className="text-xs text-ink-3">{adminTime(row.submission_date)}</time>
                </>
              )}
            />
            <p className="hint mt-0!">{t('actions_later')}</p>
          </>
        )
      }
    </AdminPage>
  );
}
