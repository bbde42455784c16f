import { HardDrive } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { postponePersistence, requestPersistence, storagePersistence } from '#data/browser/device-storage.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { Button } from '#ui/page/button.tsx';
import { FootStrip } from '#ui/page/foot-strip.tsx';
import { useIsIdle } from '#ui/timing/idle.ts';
import { useLive } from '#ui/timing/use-live.ts';

/**
 * Why the browser (Firefox) is about to ask whether it may keep data, before it does: a question out of nothing is refused.
 * One line at the foot of the frame, once there is something to keep, never at a busy moment; the focus stays where it is.
 */
export function StorageQuestion() {
  const { replica } = useSessionState();
  const { pathname } = useLocation();
  const { question, postponed } = useStore(storagePersistence);
  // The sync center has it among the device's facts.
  if (!replica || question !== 'open' || postponed || pathname.startsWith('/sync')) return null;
  return <Question replica={replica} />;
}

function Question({ replica }: { replica: OpenReplica }) {
  const { t } = useTranslation('sync');
  const ready = useLive(() => replica.status$, [replica])?.calendarReady;
  const [shown, setShown] = useState(false);
  if (useIsIdle(ready === true && !shown)) setShown(true);
  if (!shown) return null;
  // A browser that is answered „not now“ would be asked in vain again and again.
  const goOn = () => void requestPersistence().then(postponePersistence);
  return (
    <FootStrip kind="keeping" label={t('keep_card')} className="flex-wrap gap-y-2">
      <HardDrive className="i flex-none text-primary-ink" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-72 leading-snug" role="status">
        {t('keep_why')}
      </p>
      <Button variant="ghost" size="sm" onClick={postponePersistence}>
        {t('keep_later')}
      </Button>
      <Button size="sm" onClick={goOn}>
        {t('keep_go_on')}
      </Button>
    </FootStrip>
  );
}
