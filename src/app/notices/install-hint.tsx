import { Download, HardDrive, Maximize, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NEVER } from 'rxjs';
import { useStore } from 'zustand';
import { useSessionState } from '#features/shared/use-replica.ts';
import { installPrompt } from '#pwa/install-prompt.ts';
import { countDay, type InstallWay, installWay, isStandalone, putOffInstall } from '#pwa/install-time.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { LogoMark } from '#ui/page/logo.tsx';
import { useIsBusy } from '#ui/timing/busy.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { InstallSteps } from './install-steps.tsx';

/** Offers to install the app, after the third day of use and at a calm moment. „No“ is final. */
export function InstallHint() {
  const { replica } = useSessionState();
  const ready = useLive(() => replica?.status$ ?? NEVER, [replica])?.calendarReady;
  const { offer } = useStore(installPrompt);
  const busy = useIsBusy();
  const [may] = useState(() => countDay(Date.now()));
  const [closed, setClosed] = useState(false);
  const [shown, setShown] = useState<InstallWay | null>(null);
  const way = isStandalone() ? null : installWay(offer !== null);
  if (may && ready && way && !busy && !closed && shown !== way) setShown(way);
  if (!shown || closed) return null;

  const leave = (how: 'later' | 'never') => {
    putOffInstall(how, Date.now());
    setClosed(true);
  };
  const install = () => {
    // The browser's question counts: whoever says no there is not asked by us again either.
    void offer?.prompt().catch((error: unknown) => console.info('The browser did not ask', error));
    leave('never');
  };
  return <InstallDialog way={shown} onInstall={install} onLater={() => leave('later')} onNever={() => leave('never')} />;
}

interface InstallDialogProps {
  way: InstallWay;
  onInstall(): void;
  onLater(): void;
  onNever(): void;
}

const REASONS = [
  { id: 'offline', icon: WifiOff },
  { id: 'screen', icon: Maximize },
  { id: 'kept', icon: HardDrive },
] as const;

function InstallDialog({ way, onInstall, onLater, onNever }: InstallDialogProps) {
  const { t } = useTranslation('install');
  return (
    <Dialog
      open
      size="narrow"
      title={
        <span className="flex items-center gap-3">
          <span aria-hidden="true">
            <LogoMark size={40} />
          </span>
          {t(way === 'prompt' ? 'title' : 'title_steps')}
        </span>
      }
      onClose={onLater}
      footer={
        <>
          <Button variant="ghost" className="mr-auto -ml-2" onClick={onNever}>
            {t('never')}
          </Button>
          <Button onClick={onLater}>{t('later')}</Button>
          {way === 'prompt' ? (
            <Button variant="primary" icon={<Download className="i" aria-hidden="true" />} onClick={onInstall}>
              {t('install')}
            </Button>
          ) : null}
        </>
      }
    >
      {way === 'prompt' ? (
        <ul className="flex flex-col gap-3 text-ink-2">
          {REASONS.map(({ id, icon: Icon }) => (
            <li key={id} className="flex gap-3">
              <Icon className="i mt-0.5 flex-none text-primary-ink" aria-hidden="true" />
              {t(`why.${id}`)}
            </li>
          ))}
        </ul>
      ) : (
        <InstallSteps way={way} signedIn />
      )}
    </Dialog>
  );
}
