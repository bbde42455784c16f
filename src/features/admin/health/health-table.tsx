import { Eye, Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SalonCell } from '#admin/frame/salon-cell.tsx';
import { adminTime, salonNames, wholeNumber } from '#admin/reads/admin-format.ts';
import { type HealthRow, PARTS } from '#admin/reads/admin-rows.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/button.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Health } from './health.tsx';

const COUNTS = [
  ['services', 'services_count'],
  ['employees', 'resources_count'],
  ['clients', 'clients_count'],
  ['events', 'events_count'],
] as const;

export interface HealthTableProps {
  rows: readonly HealthRow[];
  onView: (row: HealthRow) => void;
  onMessage: (row: HealthRow) => void;
}

/** The latest check of each salon: what answers, and how much there is. */
export function HealthTable({ rows, onView, onMessage }: HealthTableProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const columns: TableColumn<HealthRow>[] = [
    { key: 'salon', head: t('salon'), cell: (row) => <SalonCell salon={row} id={row.salon_id} /> },
    {
      key: 'checked',
      head: t('checked'),
      sorted: 'descending',
      cell: (row) => <time className="whitespace-nowrap">{adminTime(row.check_date)}</time>,
    },
    ...PARTS.map((part) => ({
      key: part,
      head: t(part),
      cell: (row: HealthRow) => <Health healthy={row[`is_${part}_healthy`]} />,
    })),
    ...COUNTS.map(([name, column]) => ({
      key: column,
      head: t(name),
      numeric: true,
      // Its detail says them, too; what can be done about a salon is not pushed out of sight by them.
      className: 'max-xl:hidden',
      cell: (row: HealthRow) => wholeNumber(row[column], language),
    })),
  ];
  return (
    <Table
      label={t('system_status')}
      rows={rows}
      rowKey={(row) => row.id}
      columns={columns}
      dense
      actions={(row) => {
        const { name } = salonNames({ ...row, id: row.salon_id }, language);
        return (
          <>
            <Button
              variant="ghost"
              iconOnly
              label={`${t('view')}: ${name}`}
              icon={<Eye className="i" aria-hidden="true" />}
              onClick={() => onView(row)}
            />
            <Button
              variant="ghost"
              iconOnly
              label={`${t('message')}: ${name}`}
              icon={<Mail className="i" aria-hidden="true" />}
              onClick={() => onMessage(row)}
            />
          </>
        );
      }}
      phoneRow={(row) => (
        <span className="min-w-0 flex-1">
          <SalonCell salon={row} id={row.salon_id} />
          <time className="block text-xs text-ink-3">{adminTime(row.check_date)}</time>
          <span className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm text-ink-2">
            {PARTS.map((part) => (
              <span key={part} className="inline-flex items-center gap-1">
                <Health healthy={row[`is_${part}_healthy`]} />
                {t(part)}
              </span>
            ))}
          </span>
        </span>
      )}
    />
  );
}
