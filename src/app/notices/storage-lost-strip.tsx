import { Download, RefreshCw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { askReload, reloadAsked } from '#app/start/reload-when-lost.ts';
import { unsentFileName } from '#data/local-data/device-file.ts';
import { type DeviceLoss, deviceLoss } from '#data/local-data/device-loss.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { saveFile } from '#features/shared/save-file.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { isDerived } from '#sync/core/issues.ts';
import { isStorageGone } from '#sync/round/status.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { FootStrip } from '#ui/page/foot-strip.tsx';
import { useLive } from '#ui/timing/use-live.ts';

/**
 * The database of this page died or was cleared: said at the foot of the frame on every screen, at once, because nothing that is
 * typed can be saved any more. Where nothing is typed the page loads itself anew before anybody has read it.
 */
export function StorageLostStrip() {
  const { replica } = useSessionState();
  return replica ? <Strip replica={replica} /> : null;
}

const unsentIn = ({ unsent }: DeviceLoss): number =>
  unsent.rows.length + unsent.issues.filter(({ kind }) => !isDerived(kind)).length;

function Strip({ replica }: { replica: OpenReplica }) {
  const { t } = useTranslation(['sync', 'common']);
  const reason = useLive(() => replica.status$, [replica])?.reason;
  const { lost } = useStore(deviceLoss);
  const { asked } = useStore(reloadAsked);
  if (!isStorageGone(reason)) return null;
  const count = lost ? unsentIn(lost) : 0;
  const save = () => {
    if (lost) saveFile(unsentFileName(lost.unsent.madeAt), JSON.stringify(lost.unsent), 'application/json');
  };
  const stay = () => reloadAsked.setState({ asked: false });
  return (
    <FootStrip kind="lost" label={t('notice')} className="gap-y-3 max-md:flex-wrap">
      <TriangleAlert className="i flex-none text-danger" aria-hidden="true" />
      <p className="min-w-0 flex-1 leading-snug max-md:basis-[80%]" role="status">
        {t(reason === 'storage-lost' ? 'lost_dead' : 'lost_emptied')}{' '}
        {count > 0 ? `${t(lost?.isSafe ? 'lost_aside' : 'lost_memory', { count })} ` : ''}
        {t('lost_typed')}
      </p>
      {count > 0 && !lost?.isSafe ? (
        <Button size="sm" icon={<Download className="i i-sm" aria-hidden="true" />} onClick={save}>
          {t('lost_save')}
        </Button>
      ) : null}
      <Button size="sm" icon={<RefreshCw className="i i-sm" aria-hidden="true" />} onClick={() => askReload(replica)}>
        {t('lost_reload')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t('lost_ask')}
        confirmLabel={t('lost_reload')}
        cancelLabel={t('common:cancel')}
        onCancel={stay}
        onConfirm={() => window.location.reload()}
      >
        {t('lost_ask_text')}
      </ConfirmDialog>
    </FootStrip>
  );
}
