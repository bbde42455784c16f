import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenReplica } from '#data/open-replica.ts';
import { EmptiedNotice } from '#features/sync-center/status/emptied-notice.tsx';
import { FirstSyncParts } from '#features/sync-center/status/first-sync-parts.tsx';
import { isStorageGone, type SyncReason, type SyncStatus } from '#sync/round/status.ts';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { endStart } from '#ui/start-over.ts';
import { CombProgress } from './comb-progress.tsx';
import { askReload } from './reload-when-lost.ts';

/** While this device holds nothing of the salon yet. It gives way by itself as soon as the calendar can be shown. */
export function FirstSyncPage({ replica, status }: { replica: OpenReplica; status: SyncStatus }) {
  const { t, i18n } = useTranslation('shell');
  useEffect(endStart, []);
  const { received, total } = status.progress ?? { received: 0, total: 0 };
  const share = total > 0 ? Math.min(received / total, 1) : 0;
  const why = status.reason && (status.reason === 'line' ? t('first_sync.offline') : whyNot(t, status.reason));
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Page title={t('first_sync.heading')}>
      <section className="mx-auto w-full max-w-[35rem] pt-6 md:pt-12" data-first-sync>
        <h2 className="text-xl">{t('first_sync.title')}</h2>
        <p className="mt-1 mb-6 text-base text-ink-2">{t('first_sync.text')}</p>
        <CombProgress share={share} label={t('first_sync.title')} />
        <p className="mt-3 flex items-baseline gap-3 tnum">
          <b className="text-lg font-semibold">{Math.floor(share * 100)} %</b>
          {total > 0 && (
            <span className="text-ink-2">
              {t('first_sync.rows', { received: number.format(received), total: number.format(total) })}
            </span>
          )}
        </p>
        {why && (
          <ErrorBox
            className="mt-5"
            title={why}
            onRetry={() => (isStorageGone(status.reason) ? askReload(replica) : void replica.syncNow())}
          />
        )}
        <div className="mt-5 empty:hidden">
          <EmptiedNotice />
        </div>
        <FirstSyncParts replica={replica} paused={Boolean(why)} className="mt-5" />
        <p className="mt-4 text-sm text-ink-2">{t('first_sync.opens')}</p>
      </section>
    </Page>
  );
}

function whyNot(t: TFunction<'shell'>, reason: SyncReason): string {
  if (reason === 'portal' || reason === 'busy') return t(`first_sync.${reason}`);
  return reason === 'server' ? t('first_sync.no_server') : t(`sync.blocked_${reason.replaceAll('-', '_')}`);
}
