import { Mail, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ViewSalon } from '#admin/frame/view-salon.tsx';
import { adminTime, ownZone, wholeNumber } from '#admin/reads/admin-format.ts';
import { readHealthDays } from '#admin/reads/admin-reads.ts';
import { type HealthRow, PARTS } from '#admin/reads/admin-rows.ts';
import { useOnlineRead } from '#admin/reads/use-online-read.ts';
import { useOnline } from '#features/use-online.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { HealthStrip } from './health-strip.tsx';

export interface HealthDialogProps {
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
