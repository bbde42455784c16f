import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenReplica } from '#data/open-replica.ts';
import { EmptiedNotice } from '#features/sync-center/status/emptied-notice.tsx';
import { FirstSyncParts } from '#features/sync-center/status/first-sync-parts.tsx';
import { isStorageGone, type SyncReason, type SyncStatus } from '#sync/round/status.ts';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Page } from '#ui/page/page.tsx';
import { endStart } from '#ui/timing/start-over.ts';
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

const TEETH = 25;
const numbers = Array.from({ length: TEETH }, (_, n) => n);

/** The comb is the bar: a tooth for each part that has come, the current one in horn. `share` from 0 to 1. */
function CombProgress({ share, label }: { share: number; label: string }) {
  const current = Math.min(Math.floor(share * TEETH), TEETH - 1);
  const colourOf = (n: number) => (n < current || share >= 1 ? 'bg-primary' : n === current ? 'bg-horn' : 'bg-line-strong');
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      className="relative h-16"
    >
      <div className="h-3 rounded-full bg-primary" />
      <div className="flex items-start justify-between px-2">
        {numbers.map((n) => (
          <i
            key={n}
            className={`block w-1.5 rounded-b-full md:w-[7px] ${colourOf(n)} ${n === 0 || n === TEETH - 1 ? 'h-[53px]' : 'h-11'}`}
          />
        ))}
      </div>
    </div>
  );
}
