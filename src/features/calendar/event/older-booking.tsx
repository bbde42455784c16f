import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { EventView } from '#calendar/reads/day-view.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';

interface OlderBookingProps {
  date: LocalDate;
  employee: string;
  event: EventView;
  onClose(): void;
}

/** An appointment that only the server has: what it says, and that it can only be looked at. */
export function OlderBooking({ date, employee, event, onClose }: OlderBookingProps) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const blocked = event.fill === 'blocked';
  const lines: readonly [string, string | null][] = [
    [t('reservation.date'), formatDay(date, language)],
    [t('reservation.employee'), employee],
    [t(blocked ? 'older.what' : 'reservation.client'), event.name],
    [t('reservation.service'), event.service],
    [t('older.status'), blocked ? null : t(`status.${event.fill}`)],
    [t('reservation.notes'), event.note],
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(blocked ? 'status.blocked' : 'older.booking')}
      badge={<span className="badge line tnum ml-1">{event.range ?? formatTimeRange(event.from, event.to)}</span>}
      footer={
        <Button className="ml-auto" onClick={onClose}>
          {t('reservation.close')}
        </Button>
      }
    >
      <Notice className="mb-4 py-2.5!" icon={<Lock className="i mt-px" aria-hidden="true" />}>
        <p>{t('older.only_read')}</p>
      </Notice>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2.5">
        {lines.map(([name, value]) =>
          value ? (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="min-w-0 break-words font-medium whitespace-pre-line">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </Dialog>
  );
}
