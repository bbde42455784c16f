import { useTranslation } from 'react-i18next';
import { AdminPage, Pager } from '#admin/frame/admin-page.tsx';
import { DecisionButtons, useDecision } from '#admin/frame/decision.tsx';
import { OwnerMail, SalonCell, StatusBadge } from '#admin/frame/salon-cell.tsx';
import { adminTime, salonNames } from '#admin/reads/admin-format.ts';
import { readApprovals } from '#admin/reads/admin-reads.ts';
import type { PendingApproval } from '#admin/reads/admin-rows.ts';
import { decideApproval } from '#admin/reads/admin-writes.ts';
import { useAddress } from '#admin/reads/use-address.ts';
import { useOnlineRead } from '#admin/reads/use-online-read.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { DataTable } from '#ui/table/data-table.tsx';

/** `/admin/approvals`: the requests that wait, newest first. */
export function ApprovalsPage() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { page, setPage } = useAddress();
  const [approvals, refresh] = useOnlineRead(`approvals ${page}`, (client) => readApprovals(client, page));
  const { approve, reject, busyWith, dialog } = useDecision<PendingApproval>(
    (client, row, choice) => decideApproval(client, row.id, choice),
    (choice) => t(`toast_${choice.status}`),
    refresh,
  );
  return (
    <AdminPage title={t('approvals')} count={approvals.value?.total} read={approvals} onRefresh={refresh}>
      {({ rows, total }) => (
        <>
          {rows.length === 0 ? (
            <EmptyState title={t('no_approvals')} />
          ) : (
            <DataTable
              label={t('approvals')}
              rows={rows}
              rowKey={(row) => row.id}
              columns={[
                { key: 'salon', head: t('salon'), cell: (row) => <SalonCell salon={row} id={row.salon_id} /> },
                { key: 'owner', head: t('owner'), cell: (row) => <OwnerMail mail={row.owner} /> },
                {
                  key: 'submitted',
                  head: t('submitted'),
                  sorted: 'descending',
                  cell: (row) => <time className="whitespace-nowrap">{adminTime(row.submission_date)}</time>,
                },
                { key: 'status', head: t('status'), className: 'max-xl:hidden', cell: () => <StatusBadge status="pending" /> },
              ]}
              actions={(row) => (
                <DecisionButtons
                  name={salonNames({ ...row, id: row.salon_id }, language).name}
                  busy={busyWith?.id === row.id}
                  waits={busyWith !== null}
                  onApprove={() => approve(row)}
                  onReject={() => reject(row)}
                />
              )}
              phoneRow={(row) => (
                <span className="min-w-24 flex-1">
                  <SalonCell salon={row} id={row.salon_id} />
                  <span className="block truncate text-sm text-ink-2">{row.owner}</span>
                  <time className="block text-xs text-ink-3">{adminTime(row.submission_date)}</time>
                </span>
              )}
            />
          )}
          <Pager page={page} total={total} onPage={setPage} />
          {dialog}
        </>
      )}
    </AdminPage>
  );
}
