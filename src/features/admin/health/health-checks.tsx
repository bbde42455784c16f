import { CircleCheck, CircleX, Eye, Mail, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SalonCell, ViewSalon } from '#admin/frame/salon-cell.tsx';
import { adminTime, ownZone, salonNames, wholeNumber } from '#admin/reads/admin-format.ts';
import { readHealthDays } from '#admin/reads/admin-reads.ts';
import { type HealthDay, type HealthRow, PARTS } from '#admin/reads/admin-rows.ts';
import { useOnlineRead } from '#admin/reads/use-online-read.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { formatAdminDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { DataTable, type TableColumn } from '#ui/table/data-table.tsx';

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
    <DataTable
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

interface HealthDialogProps {
  row: HealthRow;
  name: string;
  busy: boolean;
  onMeasure: () => void;
  onMessage: () => void;
  onClose: () => void;
}

/** One salon: its parts, the last thirty days, and how much it holds. */
export function HealthDialog({ row, name, busy, onMeasure, onMessage, onClose }: HealthDialogProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const online = useOnline();
  const zone = ownZone();
  const [days, readAgain] = useOnlineRead(`health of ${row.salon_id} ${row.id}`, (client) =>
    readHealthDays(client, row.salon_id, zone),
  );
  const counts = [
    [t('services'), wholeNumber(row.services_count, language)],
    [t('employees'), wholeNumber(row.resources_count, language)],
    [t('clients'), wholeNumber(row.clients_count, language)],
    [t('events'), wholeNumber(row.events_count, language)],
    [t('last_event'), adminTime(row.last_event_date)],
  ] as const;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={name}
      badge={
        <Badge tone={row.has_critical_issues ? 'bad' : 'ok'}>{t(row.has_critical_issues ? 'is_critical' : 'is_healthy')}</Badge>
      }
      footer={
        <>
          <Button
            variant="ghost"
            className="mr-auto"
            busy={busy}
            busyLabel={t('measuring')}
            disabled={!online}
            icon={<RefreshCw className="i" aria-hidden="true" />}
            onClick={onMeasure}
          >
            {t('check_again')}
          </Button>
          <ViewSalon salonId={row.salon_id} name={name} label={t('view_the_salon')} />
          <Button variant="primary" icon={<Mail className="i" aria-hidden="true" />} onClick={onMessage}>
            {t('message')}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-sm text-ink-2">
        {row.owner ? `${row.owner} · ` : ''}
        {t('checked_at', { at: adminTime(row.check_date) })}
      </p>
      <dl className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {PARTS.map((part) => (
          <PartCard key={part} name={t(part)} healthy={row[`is_${part}_healthy`]} ms={row[`${part}_ms`]} />
        ))}
      </dl>
      {days.value ? <HealthStrip days={days.value} /> : null}
      {days.state === 'failed' ? (
        <ErrorBox className="mt-4" title={t('error', { message: days.message })} onRetry={readAgain} />
      ) : null}
      <dl className="mt-4 grid grid-cols-2 gap-3 rounded-lg bg-surface-2 p-3 sm:grid-cols-5">
        {counts.map(([label, value]) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-xs text-ink-3">{label}</dt>
            <dd className="tnum font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function PartCard({ name, healthy, ms }: { name: string; healthy: boolean; ms: number | null }) {
  const { t } = useTranslation('admin');
  const answer = !healthy ? t('no_answer') : ms === null ? t('not_measured') : t('answers_in', { ms });
  return (
    <div className={`rounded-lg border px-3 py-2 ${healthy ? 'border-line' : 'border-danger bg-danger-soft'}`}>
      <dt className="flex items-center justify-between gap-2 font-semibold">
        {name}
        <span className={`text-sm font-normal ${healthy ? 'text-success' : 'text-danger'}`}>{t(healthy ? 'ok' : 'down')}</span>
      </dt>
      <dd className={`text-sm ${healthy ? 'text-ink-2' : 'text-danger'}`}>{answer}</dd>
    </div>
  );
}

/** The last thirty days as a strip, one bar a day; what each says stands in a list for those who hear it. */
function HealthStrip({ days }: { days: readonly HealthDay[] }) {
  const { t } = useTranslation('admin');
  const said = (day: HealthDay) => {
    const down = PARTS.filter((part) => !day[part]).map((part) => t(part));
    const date = formatAdminDate(day.day);
    if (day.checks === 0) return t('day_unchecked', { date });
    return down.length === 0
      ? t('day_healthy', { date })
      : t('day_critical', { date, parts: down.join(', '), count: day.critical });
  };
  return (
    <section className="mt-4" aria-label={t('last_days')}>
      <h3 className="flex justify-between text-sm font-semibold">
        {t('last_days')}
        <span className="font-normal text-ink-3">{t('hourly')}</span>
      </h3>
      <ul className="mt-2 flex h-8 items-end gap-1">
        {days.map((day) => (
          <li
            key={day.day}
            title={said(day)}
            className={`max-w-4 flex-1 rounded-sm forced-color-adjust-none ${day.critical > 0 ? 'h-full bg-danger' : day.checks > 0 ? 'h-1/2 bg-control' : 'h-1 bg-line-strong'}`}
          >
            <span className="sr-only">{said(day)}</span>
          </li>
        ))}
      </ul>
      <p className="tnum mt-1 flex justify-between text-xs text-ink-3" aria-hidden="true">
        <span>{days[0] ? formatAdminDate(days[0].day) : ''}</span>
        <span>{days.length > 1 ? formatAdminDate(days.at(-1)?.day ?? '') : ''}</span>
      </p>
    </section>
  );
}

/** A part of the system that works, or one that does not. */
export function Health({ healthy }: { healthy: boolean }) {
  const { t } = useTranslation('admin');
  if (!healthy) {
    return (
      <Badge tone="bad" icon={<CircleX className="i" aria-hidden="true" />}>
        {t('down')}
      </Badge>
    );
  }
  return (
    <span className="text-success" title={t('ok')}>
      <CircleCheck className="i" aria-hidden="true" />
      <span className="sr-only">{t('ok')}</span>
    </span>
  );
}
