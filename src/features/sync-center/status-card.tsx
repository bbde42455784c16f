import { CloudAlert, CloudCheck, CloudOff, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import { momentText } from './moment-text.ts';
import type { SyncStatus } from './sync-types.ts';

const MARKS = {
  starting: RefreshCw,
  'first-sync': RefreshCw,
  synced: CloudCheck,
  syncing: RefreshCw,
  offline: CloudOff,
  blocked: CloudAlert,
} as const;

const TONES = {
  starting: 'text-ink-2',
  'first-sync': 'text-primary-ink',
  synced: 'text-success',
  syncing: 'text-primary-ink',
  offline: 'text-warning',
  blocked: 'text-danger',
} as const;

/** The state in words: how it stands, why, and since when. */
export function StatusCard({ status, zone }: { status: SyncStatus; zone: string }) {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  const Mark = MARKS[status.phase];
  const { phase, reason, progress, lastSyncedAt, oldestPendingAt, pending } = status;
  const why = reason ? t(`reason_${reason}`) : t(phase === 'synced' ? 'reason_none' : 'reason_busy');
  return (
    <section className="card flex flex-col gap-3.5 p-4 text-sm" aria-labelledby="sync-state">
      <div className="flex items-start gap-3">
        <Mark className={`i mt-px ${TONES[phase]}`} aria-hidden="true" />
        <div className="min-w-0 flex-1" role="status">
          <h2 id="sync-state" className="text-base">
            {t(`phase_${phase}`)}
          </h2>
          {progress ? <p className="tnum text-ink-2">{t('progress', { ...progress })}</p> : null}
          {progress && !reason ? null : <p className="text-ink-2">{why}</p>}
        </div>
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1.5 border-t border-line pt-3">
        <dt className="text-ink-2">{t('last_sync')}</dt>
        <dd className="tnum text-right">{lastSyncedAt ? momentText(lastSyncedAt, zone, language, t) : t('never')}</dd>
        <dt className="text-ink-2">{t('waiting')}</dt>
        <dd className="tnum text-right">{pending}</dd>
        {pending > 0 && oldestPendingAt ? (
          <>
            <dt className="text-ink-2">{t('oldest')}</dt>
            <dd className="tnum text-right">{momentText(oldestPendingAt, zone, language, t)}</dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}
