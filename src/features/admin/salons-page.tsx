import { CircleCheck, CircleDashed, Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSession } from '#features/use-replica.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Table } from '#ui/table.tsx';
import { toast } from '#ui/toast-store.ts';
import { adminTime } from './admin-format.ts';
import { AdminPage } from './admin-page.tsx';
import { type ApprovalStatus, readSalons, type SalonOverview } from './admin-reads.ts';
import { SalonCell } from './salon-cell.tsx';
import { StatusBadge } from './status-badge.tsx';
import { useOnlineRead } from './use-online-read.ts';

type Filter = 'all' | ApprovalStatus;

export function fits(salon: SalonOverview, query: string, filter: Filter): boolean {
  if (filter !== 'all' && salon.status !== filter) return false;
  const asked = query.trim().toLowerCase();
  return [salon.name_bg, salon.name_en, salon.owner].some((text) => text?.toLowerCase().includes(asked));
}

/** `/admin/salons`: all salons with their owner and the status of their latest approval. */
export function SalonsPage() {
  const { t } = useTranslation('admin');
  const [salons, refresh] = useOnlineRead(readSalons);
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  return (
    <AdminPage
      title={t('salons')}
      count={salons.state === 'ready' ? salons.value.length : undefined}
      read={salons}
      onRefresh={refresh}
      filters={
        <div className="flex flex-wrap items-center gap-3">
          <SearchBox label={t('search_salons')} value={query} onChange={setQuery} className="w-full md:w-96" />
          <Segmented<Filter>
            label={t('status')}
            value={filter}
            onChange={setFilter}
            className="max-md:grid max-md:w-full max-md:grid-cols-2"
            options={[
              { value: 'all', label: t('all') },
              { value: 'approved', label: t('filter_approved') },
              { value: 'pending', label: t('filter_pending') },
              { value: 'rejected', label: t('filter_rejected') },
            ]}
          />
        </div>
      }
    >
      {(all) => {
        const rows = all.filter((salon) => fits(salon, query, filter));
        if (rows.length === 0) return <EmptyState title={t('no_salons')} />;
        return (
          <Table
            label={t('salons')}
            rows={rows}
            rowKey={(row) => row.id}
            columns={[
              { key: 'salon', head: t('salon'), cell: (row) => <SalonCell salon={row} id={row.id} /> },
              { key: 'owner', head: t('owner'), cell: (row) => row.owner ?? '–', className: 'text-ink-2' },
              {
                key: 'created',
                head: t('created'),
                cell: (row) => <time className="whitespace-nowrap">{adminTime(row.created_at)}</time>,
              },
              { key: 'profile', head: t('profile'), cell: (row) => <Completeness complete={row.is_complete} /> },
              { key: 'status', head: t('status'), cell: (row) => <StatusBadge status={row.status} /> },
            ]}
            actions={(row) => <ViewSalon salon={row} />}
            phoneRow={(row) => (
              <>
                <span className="min-w-0 flex-1">
                  <SalonCell salon={row} id={row.id} />
                  <span className="block truncate text-sm text-ink-2">{row.owner}</span>
                </span>
                <StatusBadge status={row.status} />
              </>
            )}
          />
        );
      }}
    </AdminPage>
  );
}

/** Chooses the salon whose screens this tab shows; unsent changes of the former one stay and are sent (document 3 §2). */
function ViewSalon({ salon }: { salon: SalonOverview }) {
  const { t } = useTranslation('admin');
  const session = useSession();
  const navigate = useNavigate();
  const view = () => {
    session.viewSalon(salon.id);
    toast({ title: t('salon_chosen') });
    navigate('/calendar');
  };
  return (
    <Button variant="ghost" icon={<Eye className="i i-sm" aria-hidden="true" />} onClick={view}>
      {t('view_salon')}
    </Button>
  );
}

function Completeness({ complete }: { complete: boolean }) {
  const { t } = useTranslation('admin');
  const Icon = complete ? CircleCheck : CircleDashed;
  return (
    <span className="inline-flex items-center gap-1.5 text-ink-2">
      <Icon className={`i i-sm ${complete ? 'text-success' : 'text-ink-3'}`} aria-hidden="true" />
      {t(complete ? 'complete' : 'incomplete')}
    </span>
  );
}
