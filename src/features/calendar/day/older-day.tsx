import { CloudOff, History, RefreshCw, ServerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type DayRows, isKnown } from '#calendar/reads/calendar-reads.ts';
import type { OlderState } from '#data/events/day-events.ts';
import { readOlderAgain } from '#data/events/older-days.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { Button } from '#ui/page/button.tsx';
import { CombSpinner } from '#ui/page/comb-spinner.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { classNames } from '#ui/style/class-names.ts';

function Line({ icon, warn, children }: { icon: ReactNode; warn?: boolean; children: ReactNode }) {
  const look = warn ? 'bg-warning-soft text-warning' : 'bg-surface-2 text-ink-2';
  return (
    <p
      className={classNames('flex flex-none items-center gap-2 border-line border-b px-3 py-1.5 text-xs', look)}
      role="status"
      data-older
    >
      {icon}
      <span className="min-w-0">{children}</span>
    </p>
  );
}

/** Above a day that this device does not keep: where its appointments come from, and whether all of them are here. */
export function OlderLine({ day, zone }: { day: DayRows; zone: string }) {
  const { t } = useTranslation('calendar');
  const { phase, reason, readAt } = day.older;
  if (phase === 'kept') return null;
  const off =
    reason === 'server' ? (
      <ServerOff className="i i-sm" aria-hidden="true" />
    ) : (
      <CloudOff className="i i-sm" aria-hidden="true" />
    );
  if (phase === 'failed' && readAt !== null) {
    return (
      <Line icon={off} warn>
        {t('older.stale', { time: formatTimeOf(readAt, zone) })}
      </Line>
    );
  }
  if (!isKnown(day) && day.events.length > 0) {
    return (
      <Line icon={off} warn>
        {phase === 'failed' ? `${t(`older.failed_${reason ?? 'line'}`)}.` : t('older.reading')} {t('older.own_only')}
      </Line>
    );
  }
  return <Line icon={<History className="i i-sm" aria-hidden="true" />}>{t('older.from_server')}</Line>;
}

/** In place of a day of which nothing is known: an empty grid would look free. */
export function OlderUnknown({ older }: { older: OlderState }) {
  const { t } = useTranslation('calendar');
  const replica = useReplica();
  if (older.phase !== 'failed') {
    return (
      <div className="grid flex-1 place-items-center p-4">
        <div className="cal-waiting flex flex-col items-center gap-4 text-primary-ink" role="status" data-older-reading>
          <CombSpinner className="text-[2.25rem]" />
          <span className="text-ink-2">{t('older.reading')}</span>
        </div>
      </div>
    );
  }
  return (
    <div className="grid flex-1 place-items-center p-4" role="alert" data-older-failed={older.reason}>
      <EmptyState
        className="border-0!"
        title={t(`older.failed_${older.reason ?? 'line'}`)}
        action={
          <Button icon={<RefreshCw className="i" aria-hidden="true" />} onClick={() => readOlderAgain(replica)}>
            {t('retry')}
          </Button>
        }
      >
        {t('older.by_itself')}
      </EmptyState>
    </div>
  );
}
