import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { adminTime, wholeNumber } from './admin-format.ts';
import { AdminPage } from './admin-page.tsx';
import { type HealthRow, readHealthChecks, type WithSalon } from './admin-reads.ts';
import { Health } from './health.tsx';
import { SalonCell } from './salon-cell.tsx';
import { useOnlineRead } from './use-online-read.ts';

type Filter = 'all' | 'critical' | 'healthy';
type Check = WithSalon<HealthRow>;

const PARTS = [
  ['database', 'is_database_healthy'],
  ['api', 'is_api_healthy'],
  ['auth', 'is_auth_healthy'],
  ['storage', 'is_storage_healthy'],
] as const;

const COUNTS = [
  ['services', 'services_count'],
  ['employees', 'resources_count'],
  ['clients', 'clients_count'],
  ['events', 'events_count'],
] as const;

/** `/admin/system-status`: the health checks, newest first. */
export function SystemStatusPage() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [checks, refresh] = useOnlineRead(readHealthChecks);
  const [filter, setFilter] = useState<Filter>('all');

  const columns: TableColumn<Check>[] = [
    { key: 'salon', head: t('salon'), cell: (row) => <SalonCell salon={row.salon} id={row.salon_id} /> },
    {
      key: 'checked',
      head: t('checked'),
      cell: (row) => <time className="whitespace-nowrap">{adminTime(row.check_date)}</time>,
    },
    ...PARTS.map(([name, column]) => ({
      key: name,
      head: t(name),
      cell: (row: Check) => <Health healthy={row[column]} />,
    })),
    ...COUNTS.map(([name, column]) => ({
      key: column,
      head: t(name),
      numeric: true,
      cell: (row: Check) => (row[column] === null ? '–' : wholeNumber(row[column], language)),
    })),
  ];

  return (
    <AdminPage
      title={t('system_status')}
      read={checks}
      onRefresh={refresh}
      filters={
        <Segmented<Filter>
          label={t('status')}
          value={filter}
          onChange={setFilter}
          className="self-start"
          options={[
            { value: 'all', label: t('all') },
            { value: 'critical', label: t('critical') },
            { value: 'healthy', label: t('healthy') },
          ]}
        />
      }
    >
      {(all) => {
        const rows = all.filter((row) => filter === 'all' || row.has_critical_issues === (filter === 'critical'));
        if (rows.length === 0) return <EmptyState title={t('no_checks')} />;
        return (
          <Table
            label={t('system_status')}
            rows={rows}
            rowKey={(row) => row.id}
            columns={columns}
            dense
            phoneRow={(row) => (
              <span className="min-w-0 flex-1">
                <SalonCell salon={row.salon} id={row.salon_id} />
                <time className="block text-xs text-ink-3">{adminTime(row.check_date)}</time>
                <span className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm text-ink-2">
                  {PARTS.map(([name, column]) => (
                    <span key={name} className="inline-flex items-center gap-1">
                      <Health healthy={row[column]} />
                      {t(name)}
                    </span>
                  ))}
                </span>
              </span>
            )}
          />
        );
      }}
    </AdminPage>
  );
}
