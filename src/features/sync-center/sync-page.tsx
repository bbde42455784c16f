import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDerived, issues$ } from '#data/issues/issues.queries.ts';
import { restoredRecords$ } from '#data/issues/restored-records.ts';
import { pendingRows$ } from '#data/local-data/pending.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText } from '#features/shared/use-saving.ts';
import { DeviceFacts } from '#sync-center/device/device-facts.tsx';
import { FileCard } from '#sync-center/device/file-card.tsx';
import { OthersCard } from '#sync-center/device/others-card.tsx';
import { IssueList } from '#sync-center/issues/issue-list.tsx';
import { OthersFileDialog } from '#sync-center/issues/others-file-dialog.tsx';
import { RestoredCard } from '#sync-center/issues/restored-card.tsx';
import { CheckCard } from '#sync-center/status/check-card.tsx';
import { EmptiedNotice } from '#sync-center/status/emptied-notice.tsx';
import { FirstSyncParts } from '#sync-center/status/first-sync-parts.tsx';
import { PendingList } from '#sync-center/status/pending-list.tsx';
import { ReceiptCard } from '#sync-center/status/receipt-card.tsx';
import { StatusCard } from '#sync-center/status/status-card.tsx';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Page } from '#ui/page/page.tsx';
import { BackLink } from '#ui/page/page-links.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useIsPhone } from '#ui/style/use-media.ts';
import { useLive, useLiveState } from '#ui/timing/use-live.ts';

/** `/sync`: what needs a decision, what waits to be sent, how the exchange with the server stands, what this device holds. */
export function SyncPage() {
  const { t } = useTranslation('sync');
  const replica = useReplica();
  const phone = useIsPhone();
  const status = useLive(() => replica.status$, [replica]);
  const issues = useLiveState(() => issues$(replica), [replica]);
  const restored = useLive(() => restoredRecords$(replica), [replica]);
  const pending = useLiveState(() => pendingRows$(replica), [replica]);
  const zone = useLive(() => salon$(replica), [replica])?.effective.timezone;
  const [busy, setBusy] = useState(false);
  const [checks, setChecks] = useState(0);

  const syncNow = async () => {
    setBusy(true);
    try {
      await replica.syncNow();
    } finally {
      setBusy(false);
    }
  };
  const decides = (issues.value?.length ?? 0) > 0 || (restored?.records.length ?? 0) > 0;
  const failed = [issues, pending].find((read) => read.phase === 'failed');
  return (
    <Page
      title={t('title')}
      lead={<BackLink to="/calendar" label={t('back')} />}
      actions={
        <Button
          icon={<RefreshCw className="i" aria-hidden="true" />}
          iconOnly={phone}
          variant={phone ? 'ghost' : 'secondary'}
          busy={busy}
          busyLabel={t('syncing_now')}
          onClick={() => void syncNow()}
        >
          {t('sync_now')}
        </Button>
      }
    >
      {failed ? (
        <ErrorBox title={t('failed')} detail={failureText(failed.error)} onRetry={failed.retry} className="mb-4" />
      ) : null}
      <div className="mx-auto grid max-w-[72rem] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
        <div className={classNames('flex min-w-0 flex-col gap-5 empty:hidden', decides && 'lg:row-span-2')}>
          {zone ? <EmptiedNotice /> : null}
          {zone ? <ReceiptCard zone={zone} /> : null}
          {status?.phase === 'first-sync' ? <FirstDownload paused={Boolean(status.reason)} /> : null}
          {restored ? <RestoredCard held={restored} /> : null}
          {issues.value && (issues.value.length > 0 || !restored?.records.length) ? <IssueList issues={issues.value} /> : null}
        </div>
        {/* Where nothing has to be decided, what waits has the wide column. */}
        <div className={classNames('min-w-0', decides ? 'lg:col-start-2' : 'lg:col-start-1')}>
          {pending.value && zone ? (
            <PendingList
              rows={pending.value}
              zone={zone}
              sending={status?.phase === 'syncing' || (status?.phase === 'first-sync' && !status.reason)}
            />
          ) : null}
        </div>
        <div
          className={classNames(
            'flex min-w-0 flex-col gap-5 lg:col-start-2',
            decides ? 'lg:row-start-2' : 'lg:row-span-2 lg:row-start-1',
          )}
        >
          {status && zone ? (
            <>
              <StatusCard status={status} zone={zone}>
                <DeviceFacts stamp={`${checks} ${status.rev > 0}`} zone={zone} />
              </StatusCard>
              <CheckCard status={status} zone={zone} onChecked={() => setChecks((count) => count + 1)} />
              <FileCard
                unsent={status.pending}
                issues={issues.value?.filter(({ kind }) => !isDerived(kind)).length ?? 0}
                others={(file, onDone) => <OthersFileDialog file={file} onDone={onDone} />}
              />
              <OthersCard zone={zone} />
            </>
          ) : null}
        </div>
      </div>
    </Page>
  );
}

/** The calendar is open already; the rest comes behind it. */
function FirstDownload({ paused }: { paused: boolean }) {
  const { t } = useTranslation('sync');
  const replica = useReplica();
  return (
    <section aria-labelledby="sync-first">
      <h2 id="sync-first" className="mb-2.5 text-base">
        {t('phase_first-sync')}
      </h2>
      <FirstSyncParts replica={replica} paused={paused} />
      <p className="hint">{t('first_behind')}</p>
    </section>
  );
}
