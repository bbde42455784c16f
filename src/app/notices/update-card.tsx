import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { applyUpdate, update } from '#pwa/update.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { useIsBusy } from '#ui/timing/busy.ts';

/** Offers a new version; never reloads by itself and never comes up during a drag, a dialog or an unsaved form. */
export function UpdateCard() {
  const { t } = useTranslation('shell');
  const { waiting, replaced } = useStore(update);
  const busy = useIsBusy();
  const [postponed, setPostponed] = useState<ServiceWorker | null>(null);
  if (busy || !(replaced || (waiting && postponed !== waiting))) return null;
  const start = () => {
    applyUpdate().catch((error: unknown) => {
      console.warn('The newer version was not asked in', error);
      toast({ title: t('update.failed'), description: t('update.failed_text'), variant: 'destructive' });
    });
  };
  return (
    <div
      className="fixed right-5 bottom-[calc(1.25rem+var(--foot-strips,0px))] z-(--z-toast) max-md:inset-x-2 max-md:bottom-[calc(5rem+var(--foot-strips,0px))]"
      role="status"
    >
      <div className="pop w-[25rem] max-w-full overflow-hidden p-0! max-md:w-auto">
        <div className="flex gap-3 px-4 pt-4">
          <RefreshCw className="i mt-px text-primary-ink" aria-hidden="true" />
          <div className="flex-1">
            <b className="font-semibold">{t('update.title')}</b>
            <p className="mt-0.5 text-sm text-ink-2">{t('update.text')}</p>
          </div>
        </div>
        <div className="mt-1 flex justify-end gap-2 px-4 py-3.5">
          {!replaced && (
            <Button variant="ghost" onClick={() => setPostponed(waiting)}>
              {t('update.later')}
            </Button>
          )}
          <Button variant="primary" onClick={start}>
            {t('update.now')}
          </Button>
        </div>
      </div>
    </div>
  );
}
